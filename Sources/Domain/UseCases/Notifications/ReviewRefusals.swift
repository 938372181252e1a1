import DavenportAPI
import Foundation
import Secrets

/// Deletes devices that Apple refuses, and stops keys whose setting is wrong. The worker runs it hourly while it
/// watches, and at the end of each run.
public struct ReviewRefusals: Sendable {
    private let database: Database

    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Reviews the refusals since the last time.
    /// - Returns: the keys that were stopped.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> [StoppedPushKey] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).reviewRefusals() }
    }
}
