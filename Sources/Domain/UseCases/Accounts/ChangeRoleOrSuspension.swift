import DavenportAPI
import Foundation

/// A change of a user's suspension.
enum SuspensionChange: Sendable, Equatable {
    /// Suspends the user, or gives an existing suspension another end.
    /// - Parameter until: the end, from which a log-in lifts the suspension; nil for none.
    case suspend(until: Date?)
    case lift
}

/// Changes a user's role, suspension or both. `changeMember` and `changeUser` use it. The transaction must have locked
/// the tenant's ownership and the user's row before.
struct ChangeRoleOrSuspension {
    let transaction: TenantTransaction

    /// Applies the role and the change of the suspension; nil changes nothing. A suspension ends the user's sessions and keys.
    /// A role that is given confirms the role of a teacher who chose it (rule 2.21).
    /// - Throws: `lastOwner` if the tenant would lose its last owner; `invalid` if a new teacher is too young or has no
    ///   birthday, and if a bot would get another role.
    func callAsFunction(
        _ standing: RoleAndSuspensionRepository.Standing, role: Role?, _ suspension: SuspensionChange?, by actor: AuditActor
    ) async throws {
        let newRole = role ?? standing.role
        if standing.isBot, newRole != BotRules.role { throw Problem.invalid("role", .notAllowed, "of a bot is always member") }
        let newSuspended = if let suspension { suspension != .lift } else { standing.suspended }
        if newRole != standing.role { try newRole.requireBirthday(standing.birthday, at: transaction.now) }
        if standing.role == .owner, newRole != .owner || newSuspended {
            try await RequireOwner(transaction: transaction)(besides: standing.userID)
        }
        let isConfirmed = role != nil && standing.choseRole
        try await RoleAndSuspensionRepository(transaction).update(
            standing.userID, role: newRole, choseRole: standing.choseRole && !isConfirmed, suspension)
        if newSuspended {
            try await SessionRepository(transaction).endAll(of: standing.userID)
            try await AccessKeyRepository(transaction).deleteAll(of: standing.userID)
        }
        if newRole != standing.role || newSuspended {
            try await PasswordLinkRepository(transaction).endMade(byOrFor: standing.userID)
        }
        if newRole != standing.role || isConfirmed {
            try await transaction.audit(.roleChanged, by: actor, on: standing.userID, detail: newRole.rawValue)
        }
        if newSuspended != standing.suspended {
            try await transaction.audit(newSuspended ? .userSuspended : .userResumed, by: actor, on: standing.userID)
        }
    }
}
