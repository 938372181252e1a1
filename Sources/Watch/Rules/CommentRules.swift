/// Limits on the size of a page of comments (rules 10).
enum CommentRules {
    /// The size of content after which a page ends, in bytes. It keeps one answer from taking memory that other requests
    /// need.
    static let pageBytes = 256 * 1024
    /// The number of comments up to which a page is small, whatever the comments contain.
    static let smallPage = 50
}
