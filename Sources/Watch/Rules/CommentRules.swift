/// What a page of comments is limited to besides its number (rules 10).
enum CommentRules {
    /// A page ends with the comment that reaches so many bytes of content, so that nobody's answer takes what the others need.
    static let pageBytes = 256 * 1024
    /// A page of so many comments stays small whatever they hold.
    static let smallPage = 50
}
