import DavenportAPI
import Foundation
import Secrets

/// The keys that a tenant pushes with, without what is secret of them: an operator's work.
public struct ListPushKeys: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Returns: by app, then environment.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction(_ tenant: Tenant) async throws -> [ListedPushKey] {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await PushKeyRepository($0).list() }
    }
}
