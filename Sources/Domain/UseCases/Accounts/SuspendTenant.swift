import DavenportAPI

/// Suspends a tenant, which nobody can use from then on, or lets it go on: an operator's work.
public struct SuspendTenant: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameter suspended: false lets it go on. Who was logged in still is then.
    public func callAsFunction(_ tenant: Tenant, _ suspended: Bool) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            guard try await TenantRepository(transaction).setSuspended(suspended) else { return }
            try await transaction.audit(suspended ? .tenantSuspended : .tenantResumed, by: .operator)
        }
    }
}
