import DavenportAPI

/// How many of what each person of a tenant may make in a while, and how much of what all may have: an operator's to see and to change.
public struct ChangeTenantLimits: Sendable {
    private let database: Database
    private let limits: [any DeclaredLimit]

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        limits = dependencies.areas.flatMap(\.limits)
    }

    /// - Parameter change: changes what holds now.
    /// - Returns: the limits after it. They hold at once, for windows that have begun too.
    /// - Throws: `invalid` naming each limit that is out of range.
    public func callAsFunction(_ tenant: Tenant, _ change: @Sendable (inout TenantLimits) -> Void) async throws -> TenantLimits {
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
}
