import DavenportAPI
import Foundation
import Secrets

/// Lets an operator retry a tenant's notifications now: those that Apple refused for good (state `dead`), and those
/// that wait for a retry. The tenant's stopped keys are used again.
public struct RetryPushes: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Makes the notifications due.
    /// - Returns: the number of notifications that were dead.
    public func callAsFunction(_ tenant: Tenant) async throws -> Int {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await PushKeyRepository($0).retry() }
    }
}
