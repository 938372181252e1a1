import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Lets an operator list a tenant's push keys, without the secret keys themselves.
    ///
    /// Returns the keys, sorted by app and environment.
    /// - Throws: `unavailable` if the database can't be reached.
    public func listPushKeys(_ tenant: Tenant) async throws -> [ListedPushKey] {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await PushKeyRepository($0).list() }
    }
}
