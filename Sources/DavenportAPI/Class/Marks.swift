import Foundation

/// The span of time whose marks a teacher exports.
public struct MarksQuery: Input {
    /// The earliest time at which a returned mark was given; nil sets no limit.
    public let from: Date?
    /// The time before which a returned mark was given; nil sets no limit.
    public let to: Date?

    public init(from: Date? = nil, to: Date? = nil) {
        self.from = from
        self.to = to
    }

    public init(_ fields: inout Fields) {
        from = fields.optional("from", .timestamp)
        to = fields.optional("to", .timestamp)
    }
}

extension Endpoints {
    public static let exportMarks = Endpoint<MarksQuery, Media>(
        "exportMarks", .get, "/assignments/marks.csv", .teaching, feature: .class, answering: ["text/csv"],
        summary: "Export the marks of the tasks that you teach, as a table.",
        details: """
            It is CSV (RFC 4180) in UTF-8, with a line for each assignment that has an evaluation, the latest first: the task, its due \
            time, the student's name and username, the state, whether it was late, the points, the maximum, the word, and the time of \
            the evaluation. It has at most 10,000 lines: ask for less by `from` and `to`. A text that a spreadsheet would take for a \
            formula begins with an apostrophe.
            """)
}
