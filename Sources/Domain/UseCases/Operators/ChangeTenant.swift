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

/// Gives a tenant another name: an operator's work. Its slug stays.
public struct RenameTenant: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Throws: `invalid` for a name that has not 1 to 200 characters, or none that can be seen.
    public func callAsFunction(_ tenant: Tenant, name: String) async throws {
        let name = try TenantName(name).text
        try await database.transaction(in: tenant.id) { transaction in
            try await TenantRepository(transaction).rename(name)
            try await transaction.audit(.tenantRenamed, by: .operator)
        }
    }
}

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

/// What a tenant may be called: 1 to 200 characters, of which one at least can be seen.
struct TenantName {
    let text: String

    init(_ name: String) throws {
        text = name.trimmed.nfc
        guard (1...200).contains(text.unicodeScalars.count), text.isStorable, !text.isBlank else {
            throw DomainError.invalid("name", .malformed, "must have 1 to 200 characters, and one that can be seen")
        }
    }
}
