import DavenportAPI

extension UseCases {
    /// Lets an operator list the apps of a tenant.
    public func listApps(of tenant: Tenant) async throws -> [CommunityApp] {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await TenantAppRepository($0).hostsAndApps().apps }
    }

    /// Lets an operator add an app to a tenant, or remove one.
    /// - Returns: false if nothing changed.
    public func changeTenantApps(_ tenant: Tenant, _ app: CommunityApp, isAdded: Bool) async throws -> Bool {
        try await database.transaction(in: tenant.id) { transaction in
            let apps = TenantAppRepository(transaction)
            guard try await isAdded ? apps.insert(app) : apps.delete(app) else { return false }
            try await transaction.audit(.appsChanged, by: .operator, detail: isAdded ? "added" : "removed")
            return true
        }
    }
}
