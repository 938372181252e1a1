import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Shows an operator the state of every tenant's notifications.
    ///
    /// Returns the state of each tenant, sorted by the tenants' slugs.
    public func showPushStatus() async throws -> [TenantPushStatus] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).status() }
    }
}
