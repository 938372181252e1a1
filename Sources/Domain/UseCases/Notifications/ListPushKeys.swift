import DavenportAPI
import Foundation
import Secrets

/// Lets an operator list a tenant's push keys, without the secret keys themselves.
public struct ListPushKeys: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Returns the keys, sorted by app and environment.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction(_ tenant: Tenant) async throws -> [ListedPushKey] {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await PushKeyRepository($0).list() }
    }
}
