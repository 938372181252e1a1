import DavenportAPI

extension UseCases {
    /// Lets admins and owners replace the words that their tenant filters.
    public func changeFilter(_ caller: Caller, _ input: WordFilter) async throws -> WordFilter {
        try await database.transaction(for: caller) { transaction in
            try await SetFilter(transaction: transaction)(input, by: .user(caller.userID))
        }
    }
}

/// Replaces the words that a tenant filters. `changeFilter` uses it for admins and owners, and `ChangeTenantFilter` for
/// operators.
struct SetFilter {
    let transaction: TenantTransaction

    /// Stores the words, and returns the new filter. Servers use it from the next request on.
    func callAsFunction(_ filter: WordFilter, by actor: AuditActor) async throws -> WordFilter {
        let filters = FilterRepository(transaction)
        guard try await filters.filter().filter != filter else { return filter }
        try await filters.set(filter)
        try await transaction.audit(.filterChanged, by: actor)
        return filter
    }
}
