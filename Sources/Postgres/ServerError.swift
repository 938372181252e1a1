import CLibPQ

/// What the server answered instead of rows.
public struct ServerError: Error, Sendable {
    /// What went wrong, by its code.
    public let sqlState: SQLState
    /// The server's sentence. It may quote a parameter's value (`invalid input syntax for type uuid: "…"`): don't log it unseen.
    public let message: String
    /// More of it, often with values of the row.
    public let detail: String?
    /// What the server suggests.
    public let hint: String?
    /// The violated constraint's name.
    public let constraint: String?
    /// The table it happened in, where the server says so.
    public let table: String?
    /// The column it happened in, where the server says so.
    public let column: String?
    /// Where in the statement, in characters from 1.
    public let position: Int?
    /// The statement's text, with `$1` in place of values.
    public let statement: String?
    /// Whether it ended the session.
    let isFatal: Bool
    /// The server's own routine that raised it, which names one cause where a code has many.
    let routine: String?

    /// Nil when libpq made the result itself, because the connection broke.
    init?(_ result: OpaquePointer, statement: String?) {
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        guard let code = field("C") else { return nil }
        sqlState = SQLState(rawValue: code)
        message = field("M") ?? ""
        detail = field("D")
        hint = field("H")
        constraint = field("n")
        table = field("t")
        column = field("c")
        position = field("P").flatMap { Int($0) }
        isFatal = ["FATAL", "PANIC"].contains(field("V") ?? field("S"))
        routine = field("R")
        self.statement = statement
    }

    /// A prepared statement the server no longer can run as it was prepared; prepared anew, it can.
    var isStalePlan: Bool {
        sqlState == .invalidStatementName || (sqlState == .featureNotSupported && routine == "RevalidateCachedQuery")
    }
}

extension ServerError: CustomStringConvertible {
    /// Code, names and the head of the statement, never a parameter's value.
    public var description: String {
        statement.map { "\(summary), in: \(Self.head(of: $0))" } ?? summary
    }

    /// Code and names, with nothing of the statement.
    public var summary: String {
        var text = "PostgreSQL error \(sqlState)"
        if Self.classesNamingNoValue.contains(sqlState.errorClass) { text += ": \(message)" }
        if let constraint { text += ", constraint \(constraint)" }
        if let table { text += ", table \(table)" }
        if let column { text += ", column \(column)" }
        return text
    }

    /// The kinds of error whose message speaks of the schema, the statement's text or the server, but not of values.
    private static let classesNamingNoValue: Set<Substring> = [
        "08", "0A", "23", "25", "26", "28", "3D", "3F", "40", "42", "53", "54", "55", "57", "58",
    ]

    private static func head(of statement: String) -> String {
        let words = statement.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 120 ? words.prefix(120) + "…" : words
    }
}
