import DavenportAPI

/// Suspends a tenant, which nobody can use from then on, or lets it go on: an operator's work.
public struct SuspendTenant: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameter suspended: false lets it go on. Who was logged in still is then.
    /// - Throws: `TenantIsImporting` where one shall go on that isn't whole yet.
    public func callAsFunction(_ tenant: Tenant, _ suspended: Bool) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            if !suspended, try await TenantImportRepository(transaction).progress() != nil { throw TenantIsImporting() }
            guard try await TenantRepository(transaction).setSuspended(suspended) else { return }
            try await transaction.audit(suspended ? .tenantSuspended : .tenantResumed, by: .operator)
        }
    }
}

/// The tenant is coming in from a file, and nobody sees it before it is whole.
public struct TenantIsImporting: Error, CustomStringConvertible {
    public let description = "The tenant isn't whole yet: go on with its file by `davenport tenant import`, or remove it by --discard."
}
