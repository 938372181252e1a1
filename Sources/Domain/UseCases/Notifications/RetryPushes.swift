import DavenportAPI
import Foundation
import Secrets

/// Makes a tenant's dead notifications and those that wait to be tried again due now, and lets stopped keys go on: an operator's work.
public struct RetryPushes: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Returns: how many had been dead.
    public func callAsFunction(_ tenant: Tenant) async throws -> Int {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await PushKeyRepository($0).retry() }
    }
}
