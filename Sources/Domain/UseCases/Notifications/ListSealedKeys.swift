import DavenportAPI

/// Which master keys all tenants' push keys are sealed under: an operator's work.
public struct ListSealedKeys: Sendable {
    private let database: Database

    /// - Parameter database: as the worker's role, or the owner.
    public init(_ database: Database) {
        self.database = database
    }

    /// By environment, then master key.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> [SealedKeys] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).sealedKeys() }
    }
}

/// Push keys of an environment that are sealed under the same master key.
public struct SealedKeys: Sendable {
    public let environment: PushEnvironment
    /// The master key's id.
    public let kekID: String
    public let count: Int
}
