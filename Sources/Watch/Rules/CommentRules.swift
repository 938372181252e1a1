/// Limits on the size of a page of comments (rules 10).
enum CommentRules {
    /// The size of comments' text after which a page ends, in bytes. It bounds the memory that one response takes.
    static let pageBytes = 256 * 1024
    /// The number of comments up to which a page isn't limited in bytes. Such a page is small, whatever the comments
    /// contain.
    static let smallPage = 50
}
