import DavenportAPI

/// Has everybody of a tenant be told everything anew: an operator's work, where its data was put back to an earlier state in a way that no
/// query can see.
public struct ResyncTenant: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// What was told before is of no use from then on.
    public func callAsFunction(_ tenant: Tenant) async throws {
        try await database.transaction(in: tenant.id) { try await TenantRepository($0).renewSyncKey() }
    }
}
