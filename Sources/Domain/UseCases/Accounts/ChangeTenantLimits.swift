import DavenportAPI

extension UseCases {
    /// Lets an operator show and change a tenant's limits: how many things each user may create in a period, and how much
    /// all users together may have.
    /// - Parameter change: gets the current limits and changes them.
    /// - Returns: the new limits. They apply at once, even to periods that have begun.
    /// - Throws: `invalid`, naming each limit whose value is out of range.
    public func changeTenantLimits(_ tenant: Tenant, _ change: @Sendable (inout TenantLimits) -> Void) async throws -> TenantLimits {
        try await database.transaction(in: tenant.id) { transaction in
            let repository = TenantLimitRepository(transaction)
            let before = try await repository.limits(self.limits)
            var limits = before
            change(&limits)
            try limits.requireRange()
            guard limits.unusual != before.unusual else { return limits }
            try await repository.set(limits)
            try await transaction.audit(.limitsChanged, by: .operator)
            return limits
        }
    }

    private var limits: [any DeclaredLimit] { areas.flatMap(\.limits) }
}
