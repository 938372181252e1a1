import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Lets an operator retry a tenant's notifications now: those that were refused for good (state `dead`), and those
    /// that wait for a retry. The tenant's stopped keys are used again.
    /// - Returns: the number of notifications that were dead.
    public func retryPushes(_ tenant: Tenant) async throws -> Int {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await PushKeyRepository($0).retry() }
    }
}
