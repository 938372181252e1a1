import DavenportAPI

/// Deletes a tenant with everything in it, for good: an operator's work. The audit stays, which holds ids only.
public struct DeleteTenant: Sendable {
    /// The tables that refer to a tenant itself and don't go with it, in an order in which nothing refers to what is deleted. All others go
    /// with the rows of these.
    public static let tables = ["rooms", "deleted_rooms", "invites", "users"]

    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// The tenant is suspended first, so that nobody adds to it meanwhile.
    public func callAsFunction(_ tenant: Tenant) async throws {
        _ = try await database.transaction(in: tenant.id) { try await TenantRepository($0).setSuspended(true) }
        try await database.transaction(in: tenant.id) { transaction in
            try await TenantRepository(transaction).delete(from: Self.tables)
            try await transaction.audit(.tenantDeleted, by: .operator)
        }
    }
}
