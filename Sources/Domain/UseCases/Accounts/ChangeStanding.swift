import DavenportAPI
import Foundation

extension StandingRepository {
    /// Changes what is given of somebody's role and suspension. Suspending ends their sessions. The tenant's ownership is locked.
    /// - Throws: `lastOwner`, or `invalid` for a teacher without the age.
    func change(_ standing: Standing, role: Role?, suspended: Bool?, by actor: AuditActor) async throws {
        let (newRole, newSuspended) = (role ?? standing.role, suspended ?? standing.suspended)
        if newRole != standing.role { try newRole.requireBirthday(standing.birthday, at: transaction.now) }
        if standing.role == .owner, newRole != .owner || newSuspended { try await requireOwner(besides: standing.userID) }
        try await update(standing.userID, role: newRole, suspended: newSuspended)
        if newSuspended { try await SessionRepository(transaction).endAll(of: standing.userID) }
        if newRole != standing.role { try await transaction.audit(.roleChanged, by: actor, on: standing.userID, detail: newRole.rawValue) }
        if newSuspended != standing.suspended {
            try await transaction.audit(newSuspended ? .userSuspended : .userResumed, by: actor, on: standing.userID)
        }
    }

    /// - Throws: `lastOwner` where the tenant would be left without one who can act.
    func requireOwner(besides userID: UUID) async throws {
        guard try await hasOwner(besides: userID) else { throw DomainError.lastOwner }
    }
}
