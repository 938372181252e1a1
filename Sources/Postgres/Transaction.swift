#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where a body sends its statements. It is of no use after the body has ended.
public struct Transaction: Sendable {
    private let session: any Session

    init(_ session: some Session) { self.session = session }

    /// Sends one statement and returns its rows.
    @discardableResult
    public func query(_ sql: SQL) async throws -> Rows {
        guard let rows = try await pipeline([sql]).first else { throw PostgresError.misuse("a statement without a result") }
        return rows
    }

    /// Sends statements together, one round trip for all, and returns the rows of each. When one fails, those behind it don't run and
    /// its error is thrown.
    /// - Parameter isPrepared: whether they are prepared, which pays for what is sent often; otherwise they are planned for their very
    ///   values.
    public func pipeline(_ statements: [SQL], isPrepared: Bool = true) async throws -> [Rows] {
        guard !statements.isEmpty else { return [] }
        for sql in statements { try sql.validate() }
        return try await session.send(statements, isPrepared: isPrepared)
    }

    /// Like `query`, for statements that come once and aren't worth preparing.
    @discardableResult
    func once(_ sql: SQL) async throws -> Rows {
        try sql.validate()
        guard let rows = try await session.send([sql], isPrepared: false).first else {
            throw PostgresError.misuse("a statement without a result")
        }
        return rows
    }
}

/// What a body's statements run in.
protocol Session: AnyObject, Sendable {
    func send(_ statements: [SQL], isPrepared: Bool) async throws -> [Rows]
}

extension SQL {
    /// Text and parameters travel as C strings, and the protocol counts parameters in 16 bits.
    func validate() throws {
        guard parameters.count <= 65_535 else { throw PostgresError.misuse("a statement with more than 65,535 parameters") }
        guard !hasNUL else { throw PostgresError.misuse("a statement with a NUL character") }
        for case let parameter? in parameters where parameter.hasNUL {
            throw PostgresError.misuse("a parameter with a NUL character, which PostgreSQL can't store in text")
        }
    }
}

extension String {
    /// C sees the string end there.
    var hasNUL: Bool {
        withCString { strlen($0) } != utf8.count
    }
}
