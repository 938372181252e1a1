#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Sends the statements of a body. It can't be used after the body has ended.
public struct Transaction: Sendable {
    private let session: any Session

    init(_ session: some Session) { self.session = session }

    /// Sends one statement and returns its rows.
    @discardableResult
    public func query(_ sql: SQL) async throws -> Rows {
        guard let rows = try await pipeline([sql]).first else { throw PostgresError.misuse("a statement without a result") }
        return rows
    }

    /// Sends statements together in one round trip, and returns the rows of each. If one fails, the statements behind
    /// it don't run, and its error is thrown.
    /// - Parameter isPrepared: whether the statements are prepared, which pays off if they are sent often. Otherwise
    ///   the server plans them for their actual values.
    public func pipeline(_ statements: [SQL], isPrepared: Bool = true) async throws -> [Rows] {
        guard !statements.isEmpty else { return [] }
        for sql in statements { try sql.validate() }
        return try await session.send(statements, isPrepared: isPrepared)
    }

    /// Sends one statement without preparing it, for statements that are sent once.
    @discardableResult
    func once(_ sql: SQL) async throws -> Rows {
        try sql.validate()
        guard let rows = try await session.send([sql], isPrepared: false).first else {
            throw PostgresError.misuse("a statement without a result")
        }
        return rows
    }
}

/// Sends the statements of a `Transaction` to the server. One implementation takes several round trips, and the other
/// one a single round trip.
protocol Session: AnyObject, Sendable {
    func send(_ statements: [SQL], isPrepared: Bool) async throws -> [Rows]
}

extension SQL {
    /// Throws `misuse` for a statement that can't be sent: text and parameters are sent as C strings, and the
    /// protocol counts parameters in 16 bits.
    func validate() throws {
        guard parameters.count <= 65_535 else { throw PostgresError.misuse("a statement with more than 65,535 parameters") }
        guard !hasNUL else { throw PostgresError.misuse("a statement with a NUL character") }
        for case let parameter? in parameters where parameter.hasNUL {
            throw PostgresError.misuse("a parameter with a NUL character, which PostgreSQL can't store in text")
        }
    }
}

extension String {
    /// Whether the string contains a NUL character, at which C would see it end.
    var hasNUL: Bool {
        withCString { strlen($0) } != utf8.count
    }
}
