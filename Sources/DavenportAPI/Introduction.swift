/// The introduction of the OpenAPI document and the names in its examples. Unlike the code that makes the document,
/// this file may name areas.
enum Introduction {
    static let title = "Davenport"
    static let summary = "A server for small private groups who do things together at different times."
    /// The first paragraph of the document's description.
    static let story =
        "Somebody watches on Tuesday and comments at 15:43. A friend watches on Friday and finds the comment there, at 15:43."
    /// The code in the example of a problem.
    static let problem = Problem.Code.roomFull
    /// The name of a field inside an object, in the form in which a fault names it.
    static let field = "subject.season"
}
