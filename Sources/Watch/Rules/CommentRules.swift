import DavenportAPI

/// Limits on the size of a page of comments (rules 10).
enum CommentRules {
    /// The size of comments' text after which a page ends, in bytes (rules 10.7 and 13.2). It bounds the memory that one response takes.
    static let pageBytes = 256 * 1024
    /// The number of comments up to which a page isn't limited in bytes. Such a page is small, whatever the comments
    /// contain.
    static let smallPage = 50
    /// The size that one person's reaction adds to a page, in bytes: an id in JSON.
    static let reactionBytes = 40
    /// The size that one picture adds to a page, in bytes: its facts and its alternative text.
    static let pictureBytes = 700
}

extension Comment {
    /// The size of what people wrote in the comment and added to it, by which pages end early.
    var pageBytes: Int {
        content.utf8.count + (quote?.utf8.count ?? 0) + CommentRules.reactionBytes * (reactions ?? []).reduce(0) { $0 + $1.count }
            + CommentRules.pictureBytes * (pictures?.count ?? 0)
    }
}
