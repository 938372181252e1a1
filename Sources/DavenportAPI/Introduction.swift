/// What the document tells of the product as a whole, and what it takes for examples. What makes the document knows no area; this page may.
enum Introduction {
    static let title = "Davenport"
    static let summary = "A server for small private groups who do things together at different times."
    /// The first paragraph.
    static let story =
        "Somebody watches on Tuesday and says something at 15:43. Somebody else watches on Friday and finds it there, at 15:43."
    /// What has gone wrong in the example of a problem.
    static let problem = Problem.Code.roomFull
    /// A field inside of an object, as faults name it.
    static let field = "subject.season"
}
