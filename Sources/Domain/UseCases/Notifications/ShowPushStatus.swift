import DavenportAPI
import Foundation
import Secrets

/// Shows the state of every tenant's notifications. It serves operators.
public struct ShowPushStatus: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Returns the tenants' states, ordered by slug.
    public func callAsFunction() async throws -> [TenantPushStatus] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).status() }
    }
}
