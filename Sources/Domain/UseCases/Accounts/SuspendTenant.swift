import DavenportAPI

/// Suspends a tenant, so that no one can use it, or ends the suspension. It serves operators.
public struct SuspendTenant: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Suspends or resumes the tenant.
    /// - Parameter suspended: false ends the suspension. Sessions from before the suspension are valid again then.
    /// - Throws: `TenantIsImporting` if a tenant is to be resumed whose import isn't complete.
    public func callAsFunction(_ tenant: Tenant, _ suspended: Bool) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            if !suspended, try await TenantImportRepository(transaction).progress() != nil { throw TenantIsImporting() }
            guard try await TenantRepository(transaction).setSuspended(suspended) else { return }
            try await transaction.audit(suspended ? .tenantSuspended : .tenantResumed, by: .operator)
        }
    }
}

/// The tenant's import isn't complete, so it can't be made visible.
public struct TenantIsImporting: Error, CustomStringConvertible {
    public let description = "The tenant's import is incomplete: continue it with `davenport tenant import`, or undo it with --discard."
}
