import DavenportAPI
import Foundation
import Secrets

/// How it stands with every tenant's notifications: an operator's work.
public struct ShowPushStatus: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// By slug.
    public func callAsFunction() async throws -> [TenantPushStatus] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerPushKeyRepository($0).status() }
    }
}
