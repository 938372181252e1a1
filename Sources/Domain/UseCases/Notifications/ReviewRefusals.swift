import DavenportAPI
import Foundation
import Secrets

/// Forgets the devices that Apple refuses, or finds that a setting is wrong; at the end of a run, or hourly.
public struct ReviewRefusals: Sendable {
    private let database: Database

    /// - Parameter database: as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// - Returns: the keys that were stopped.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> [StoppedPushKey] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).reviewRefusals() }
    }
}
