import DavenportAPI

/// Changes what is given of somebody's role and suspension: a step of what admins, owners and operators do. The tenant's ownership is
/// locked.
struct ChangeStanding {
    let transaction: TenantTransaction

    /// Suspending ends their sessions.
    /// - Throws: `lastOwner`, or `invalid` for a teacher without the age.
    func callAsFunction(
        _ standing: StandingRepository.Standing, role: Role?, suspended: Bool?, by actor: AuditActor
    ) async throws {
        let (newRole, newSuspended) = (role ?? standing.role, suspended ?? standing.suspended)
        if newRole != standing.role { try newRole.requireBirthday(standing.birthday, at: transaction.now) }
        if standing.role == .owner, newRole != .owner || newSuspended {
            try await RequireOwner(transaction: transaction)(besides: standing.userID)
        }
        try await StandingRepository(transaction).update(standing.userID, role: newRole, suspended: newSuspended)
        if newSuspended { try await SessionRepository(transaction).endAll(of: standing.userID) }
        if newRole != standing.role { try await transaction.audit(.roleChanged, by: actor, on: standing.userID, detail: newRole.rawValue) }
        if newSuspended != standing.suspended {
            try await transaction.audit(newSuspended ? .userSuspended : .userResumed, by: actor, on: standing.userID)
        }
    }
}
