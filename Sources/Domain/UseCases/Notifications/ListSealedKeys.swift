import DavenportAPI

/// Lists the master keys under which the push keys of all tenants are encrypted. It serves operators.
public struct ListSealedKeys: Sendable {
    private let database: Database

    /// - Parameter database: a database connected as the worker's role, or as the owner.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the number of push keys, ordered by environment and master key.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> [SealedKeys] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).sealedKeys() }
    }
}

/// Counts the push keys of one environment that are encrypted under one master key.
public struct SealedKeys: Sendable {
    public let environment: PushEnvironment
    /// The master key's id.
    public let kekID: String
    public let count: Int
}
