import DavenportAPI
import Foundation
import Secrets

/// Deletes devices that Apple has refused, and stops push keys whose settings are wrong. A worker that runs all the
/// time reviews refusals every hour; a worker that runs only once does so at its end.
public struct ReviewRefusals: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Reviews the refusals since the last review.
    /// - Returns: the keys that were stopped.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> [StoppedPushKey] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).reviewRefusals() }
    }
}
