/// The errors of this module. Beside them, its functions throw `CancellationError` and the errors of bodies.
public enum PostgresError: Error, Sendable {
    /// The server refused a statement.
    indirect case server(ServerError)
    /// No connection could be opened. Nothing was sent.
    case connectionFailed(String)
    /// The connection broke while statements were running. Whether they took effect is unknown, unless their
    /// transaction was not being committed yet.
    case connectionLost(String)
    /// No connection became free in time, or too many tasks waited already.
    case poolExhausted
    /// The pool is closed.
    case closed
    /// A column is missing, has another type than wanted, or is NULL.
    case decoding(column: String, reason: String)
    /// The program uses this module in a way that can't work.
    case misuse(String)

    /// The server's error code, or nil if the error isn't the server's.
    public var sqlState: SQLState? {
        if case .server(let error) = self { error.sqlState } else { nil }
    }

    /// The name of the violated constraint.
    public var constraint: String? {
        if case .server(let error) = self { error.constraint } else { nil }
    }

    /// The error for a query that was pipelined behind the one with this error.
    var seenFromBehind: PostgresError {
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
