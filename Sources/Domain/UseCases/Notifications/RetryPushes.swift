import DavenportAPI
import Foundation
import Secrets

/// Lets an operator retry a tenant's dead and waiting notifications now, and use its stopped keys again.
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
