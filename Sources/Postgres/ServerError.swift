import CLibPQ

/// An error that the server returned for a statement.
public struct ServerError: Error, Sendable {
    /// The error's code.
    public let sqlState: SQLState
    /// The server's message. It may quote a parameter's value (`invalid input syntax for type uuid: "…"`), so log it
    /// only for codes whose messages quote no value.
    public let message: String
    /// The server's details about the error. They often contain values of a row.
    public let detail: String?
    /// The server's suggestion how to fix the error.
    public let hint: String?
    /// The name of the violated constraint, if the server names one.
    public let constraint: String?
    /// The name of the table, if the server names one.
    public let table: String?
    /// The name of the column, if the server names one.
    public let column: String?
    /// The position of the error in the statement's text, counted in characters from 1, if the server gives one.
    public let position: Int?
    /// The statement's text, with placeholders such as `$1` for the values.
    public let statement: String?
    /// Whether the server closed the connection after the error.
    let isFatal: Bool
    /// The function in the server's source that raised the error. It distinguishes errors that have the same code.
    let routine: String?

    /// Reads the error from a libpq result. Returns nil if the server sent no error and libpq made the result itself,
    /// because the connection broke.
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

    /// Whether the error means that a prepared statement can no longer run. Preparing the statement again helps.
    var isStalePlan: Bool {
        sqlState == .invalidStatementName || (sqlState == .featureNotSupported && routine == "RevalidateCachedQuery")
    }
}

extension ServerError: CustomStringConvertible {
    /// The error's code and names and the start of the statement. It never contains a parameter's value.
    public var description: String {
        statement.map { "\(summary), in: \(Self.head(of: $0))" } ?? summary
    }

    /// The error's code and names, without the statement. The server's message is included if it can't quote a value.
    public var summary: String {
        var text = "PostgreSQL error \(sqlState)"
        if Self.classesNamingNoValue.contains(sqlState.errorClass) { text += ": \(message)" }
        if let constraint { text += ", constraint \(constraint)" }
        if let table { text += ", table \(table)" }
        if let column { text += ", column \(column)" }
        return text
    }

    /// The error classes whose messages never quote a value. They quote only names, the statement's text or facts about
    /// the server.
    private static let classesNamingNoValue: Set<Substring> = [
        "08", "0A", "23", "25", "26", "28", "3D", "3F", "40", "42", "53", "54", "55", "57", "58",
    ]

    private static func head(of statement: String) -> String {
        let words = statement.prefix(400).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 120 ? words.prefix(120) + "…" : words
    }
}
