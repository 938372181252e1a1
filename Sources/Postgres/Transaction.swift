#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Sends the statements of a transaction. The pool passes it to a closure, and it can't be used after the closure has
/// ended.
public struct Transaction: Sendable {
    private let session: any Session

    init(_ session: some Session) { self.session = session }

    /// Sends one statement and returns its rows.
    @discardableResult
    public func query(_ sql: SQL) async throws -> Rows {
        guard let rows = try await pipeline([sql]).first else { throw PostgresError.misuse("a statement without a result") }
        return rows
    }

    /// Sends statements together in one round trip, and returns the rows of each. If a statement fails, the statements
    /// after it don't run, and its error is thrown.
    /// - Parameter isPrepared: whether the statements are prepared, which pays off if they are sent often. Otherwise
    ///   the server plans them for their actual values.
    public func pipeline(_ statements: [SQL], isPrepared: Bool = true) async throws -> [Rows] {
        guard !statements.isEmpty else { return [] }
        for sql in statements { try sql.validate() }
        return try await session.send(statements, isPrepared: isPrepared)
    }

    /// Sends one statement without preparing it. That is cheaper for a statement that is sent only once.
    @discardableResult
    func once(_ sql: SQL) async throws -> Rows {
        try sql.validate()
        guard let rows = try await session.send([sql], isPrepared: false).first else {
            throw PostgresError.misuse("a statement without a result")
        }
        return rows
    }
}

/// Sends the statements of a `Transaction` to the server. `TransactionSession` takes several round trips, and
/// `RoundTripSession` a single one.
protocol Session: AnyObject, Sendable {
    func send(_ statements: [SQL], isPrepared: Bool) async throws -> [Rows]
}

extension SQL {
    /// Throws `PostgresError.misuse` for a statement that can't be sent. Its text and parameters are sent as C strings,
    /// which can't contain a NUL character. The protocol counts parameters in 16 bits, so at most 65,535 are possible.
    func validate() throws {
        guard parameters.count <= 65_535 else { throw PostgresError.misuse("a statement with more than 65,535 parameters") }
        guard !hasNUL else { throw PostgresError.misuse("a statement with a NUL character") }
        for case let parameter? in parameters where parameter.hasNUL {
            throw PostgresError.misuse("a parameter with a NUL character, which PostgreSQL can't store in text")
        }
    }
}

extension String {
    /// Whether the string contains a NUL character. A C function would take it for the end of the string.
    var hasNUL: Bool {
        withCString { strlen($0) } != utf8.count
    }
}
