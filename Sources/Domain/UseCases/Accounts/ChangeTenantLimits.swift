import DavenportAPI

/// How many of what each person of a tenant may make in a while: an operator's to see and to change.
public struct ChangeTenantLimits: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameter change: changes what holds now, each limit from 1 to 1,000,000.
    /// - Returns: the limits after it. They hold at once, for windows that have begun too.
    /// - Throws: `invalid` naming each limit that is out of range.
    public func callAsFunction(_ tenant: Tenant, _ change: @Sendable (inout TenantLimits) -> Void) async throws -> TenantLimits {
        try await database.transaction(in: tenant.id) { transaction in
            let tenants = TenantRepository(transaction)
            let before = try await tenants.limits()
            var limits = before
            change(&limits)
            try limits.requireRange()
            guard limits != before else { return limits }
            try await tenants.set(limits)
            try await transaction.audit(.limitsChanged, by: .operator)
            return limits
        }
    }
}

extension TenantLimits {
    fileprivate func requireRange() throws {
        let values = [
            ("commentsPerMinute", commentsPerMinute), ("roomsPerHour", roomsPerHour), ("invitesPerHour", invitesPerHour),
            ("friendRequestsPerHour", friendRequestsPerHour),
        ]
        let faults = values.filter { !(1...1_000_000).contains($0.1) }
            .map { FieldFault(field: $0.0, code: .outOfRange, message: "must be from 1 to 1000000") }
        guard faults.isEmpty else { throw Problem.invalid(faults) }
    }
}
