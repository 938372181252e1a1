import DavenportAPI
import Foundation
import Secrets

/// Retries a tenant's dead and waiting notifications now, and resumes its stopped keys. It serves operators.
public struct RetryPushes: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Makes the notifications due.
    /// - Returns: how many notifications had been dead.
    public func callAsFunction(_ tenant: Tenant) async throws -> Int {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await PushKeyRepository($0).retry() }
    }
}
