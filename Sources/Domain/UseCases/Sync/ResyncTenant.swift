import DavenportAPI

/// Makes every client of a tenant sync from the beginning. It serves operators whose restored backup can't be detected by
/// a query.
public struct ResyncTenant: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Makes all cursors of the tenant invalid.
    public func callAsFunction(_ tenant: Tenant) async throws {
        try await database.transaction(in: tenant.id) { try await TenantRepository($0).renewSyncKey() }
    }
}
