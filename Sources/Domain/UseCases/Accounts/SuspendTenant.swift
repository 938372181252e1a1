import DavenportAPI

extension UseCases {
    /// Lets an operator suspend a tenant, so that nobody can use it, or end the suspension.
    /// - Parameter standing: whether the tenant answers requests from now on. When a suspension ends, sessions from
    ///   before are valid again.
    /// - Throws: `TenantIsImporting` if the tenant's import isn't complete, so that its suspension can't end.
    public func suspendTenant(_ tenant: Tenant, _ standing: TenantStanding) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            if standing == .open, try await TenantImportRepository(transaction).progress() != nil { throw TenantIsImporting() }
            guard try await TenantRepository(transaction).set(standing) else { return }
            try await transaction.audit(
                standing == .open ? .tenantResumed : .tenantSuspended, by: .operator, detail: standing == .moving ? "moving" : nil)
        }
    }
}

/// The error if the suspension of a tenant can't end because its import isn't complete.
public struct TenantIsImporting: Error, CustomStringConvertible {
    public let description = "The tenant's import is incomplete: continue it with `davenport tenant import`, or undo it with --discard."
}
