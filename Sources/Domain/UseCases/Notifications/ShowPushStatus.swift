import DavenportAPI
import Foundation
import Secrets

/// Shows an operator the state of every tenant's notifications.
public struct ShowPushStatus: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Returns the state of each tenant, sorted by the tenants' slugs.
    public func callAsFunction() async throws -> [TenantPushStatus] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).status() }
    }
}
