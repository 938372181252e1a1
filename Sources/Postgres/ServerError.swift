import CLibPQ

/// An error that the server returned for a statement.
public struct ServerError: Error, Sendable {
    /// The error's code.
    public let sqlState: SQLState
    /// The server's message. It may quote a parameter's value (`invalid input syntax for type uuid: "…"`), so don't
    /// log it unchecked.
    public let message: String
    /// The details, which often contain values of the row.
    public let detail: String?
    /// The server's suggestion.
    public let hint: String?
    /// The name of the violated constraint.
    public let constraint: String?
    /// The name of the table, if the server names one.
    public let table: String?
    /// The name of the column, if the server names one.
    public let column: String?
    /// The position of the error in the statement, in characters from 1.
    public let position: Int?
    /// The statement's text, with `$1` and so on in place of values.
    public let statement: String?
    /// Whether the error ended the session.
    let isFatal: Bool
    /// The server's internal routine that raised the error. It tells apart the causes that share a code.
    let routine: String?

    /// Reads the error of a result. Returns nil if libpq made the result itself, because the connection broke.
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

    /// Whether the server can't run a prepared statement any more. Preparing it again helps.
    var isStalePlan: Bool {
        sqlState == .invalidStatementName || (sqlState == .featureNotSupported && routine == "RevalidateCachedQuery")
    }
}

extension ServerError: CustomStringConvertible {
    /// The code, the names and the start of the statement, but never a parameter's value.
    public var description: String {
        statement.map { "\(summary), in: \(Self.head(of: $0))" } ?? summary
    }

    /// The code and the names, without the statement.
    public var summary: String {
        var text = "PostgreSQL error \(sqlState)"
        if Self.classesNamingNoValue.contains(sqlState.errorClass) { text += ": \(message)" }
        if let constraint { text += ", constraint \(constraint)" }
        if let table { text += ", table \(table)" }
        if let column { text += ", column \(column)" }
        return text
    }

    /// The error classes whose messages name the schema, the statement's text or the server, but never values.
    private static let classesNamingNoValue: Set<Substring> = [
        "08", "0A", "23", "25", "26", "28", "3D", "3F", "40", "42", "53", "54", "55", "57", "58",
    ]

    private static func head(of statement: String) -> String {
        let words = statement.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 120 ? words.prefix(120) + "…" : words
    }
}
