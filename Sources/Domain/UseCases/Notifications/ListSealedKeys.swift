import DavenportAPI

/// Lets an operator list the master keys with which the push keys of all tenants are encrypted.
public struct ListSealedKeys: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role, or as its owner.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns how many push keys each master key encrypts, sorted by kind, environment and master key.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> [SealedKeys] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).sealedKeys() }
    }
}

/// The number of push keys of one kind and environment that one master key encrypts.
public struct SealedKeys: Sendable {
    /// The devices to which the keys push, `apns` or `fcm`; nil for keys for browsers and secrets of webhooks.
    public let kind: DeviceKind?
    /// The environment of the keys; nil if `kind` is.
    public let environment: PushEnvironment?
    /// The id of the master key.
    public let kekID: String
    public let count: Int
}
