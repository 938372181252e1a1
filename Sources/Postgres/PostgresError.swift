/// The errors of this module. Its functions also throw `CancellationError`, and the errors that the caller's closures
/// throw.
public enum PostgresError: Error, Sendable {
    /// The server refused a statement.
    indirect case server(ServerError)
    /// No connection could be opened. Nothing was sent.
    case connectionFailed(String)
    /// The connection broke while statements were running. If their transaction was being committed, it is unknown
    /// whether they took effect. Otherwise they had none.
    case connectionLost(String)
    /// No connection became free in time, or too many tasks waited already.
    case poolExhausted
    /// The pool is closed.
    case closed
    /// A column is missing, has another type than the program expects, or is NULL where the program expects a value.
    case decoding(column: String, reason: String)
    /// The program uses this module in a way that can't work.
    case misuse(String)

    /// The server's error code, or nil if the error isn't the server's.
    public var sqlState: SQLState? {
        if case .server(let error) = self { error.sqlState } else { nil }
    }

    /// The name of the violated constraint, or nil if the error is none of the server's or names no constraint.
    public var constraint: String? {
        if case .server(let error) = self { error.constraint } else { nil }
    }

    /// The error for the query that was pipelined behind the query with this error. Unless the pool is closed, it says
    /// that the connection was lost.
    var errorForPipelinedQuery: PostgresError {
        if case .closed = self { self } else { .connectionLost("\(self)") }
    }

    /// Whether the database is unavailable, overloaded or slow, so that a retry may succeed.
    public var isUnavailable: Bool {
        switch self {
        case .connectionFailed, .connectionLost, .poolExhausted, .closed: true
        // A pooler ends a session with a code of class 08, whatever the fault behind it.
        case .server(let error): SQLState.unavailable.contains(error.sqlState) || error.isFatal && error.sqlState.errorClass == "08"
        case .decoding, .misuse: false
        }
    }
}

extension PostgresError {
    static var closedInTransaction: PostgresError { .connectionLost("it was closed during a transaction") }
}

extension PostgresError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .server(let error): error.description
        case .connectionFailed(let reason): "no connection to PostgreSQL: \(reason)"
        case .connectionLost(let reason): "the connection to PostgreSQL was lost: \(reason)"
        case .poolExhausted: "no connection to PostgreSQL became free in time"
        case .closed: "the pool of connections is closed"
        case .decoding(let column, let reason): "column \(column): \(reason)"
        case .misuse(let reason): reason
        }
    }
}
