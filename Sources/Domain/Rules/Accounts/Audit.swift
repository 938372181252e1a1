import DavenportAPI
import Foundation
import Logging

/// What the audit records. The names are stable: they are stored, and operators look for them. Those of what all share stand here, each
/// area's own in its `Rules/`.
package struct AuditEvent: Sendable, Hashable {
    let name: String

    /// - Parameter name: never changed once it is in use.
    package init(_ name: String) {
        self.name = name
    }
}

extension AuditEvent {
    static let signedUp = Self("user.signed_up")
    static let userCreated = Self("user.created")
    static let userSuspended = Self("user.suspended")
    static let userResumed = Self("user.resumed")
    static let userDeleted = Self("user.deleted")
    /// The detail is the new role.
    static let roleChanged = Self("role.changed")
    static let loggedIn = Self("login.succeeded")
    static let logInFailed = Self("login.failed")
    static let passwordChanged = Self("password.changed")
    /// Somebody who is logged in gave a wrong current password.
    static let passwordWrong = Self("password.wrong")
    static let emailChanged = Self("email.changed")
    static let sessionEnded = Self("session.ended")
    static let otherSessionsEnded = Self("session.others_ended")
    static let inviteCreated = Self("invite.created")
    static let tenantCreated = Self("tenant.created")
    static let tenantRenamed = Self("tenant.renamed")
    static let tenantSuspended = Self("tenant.suspended")
    static let tenantResumed = Self("tenant.resumed")
    static let tenantDeleted = Self("tenant.deleted")
    /// The detail is `secrets` where those went along.
    static let tenantExported = Self("tenant.exported")
    static let tenantImported = Self("tenant.imported")
    static let featuresChanged = Self("tenant.features_changed")
    static let limitsChanged = Self("tenant.limits_changed")
    static let pushKeySet = Self("key.set")
    static let pushKeyRemoved = Self("key.removed")
    static let masterKeyRotated = Self("key.master_rotated")
}

/// How much of the audit an operator reads at once.
public enum AuditPage {
    /// In entries.
    public static let sizes = 1...100_000
    /// Unless they say otherwise.
    public static let usual = 100
}

/// Who did what the audit records.
package enum AuditActor: Sendable, Equatable {
    case user(UUID)
    /// Somebody at the command line.
    case `operator`
    /// Somebody who didn't show who they are.
    case anybody
}

extension TenantTransaction {
    /// Records something in the transaction of the thing: `try await transaction.audit(.roleChanged, by: .user(me), on: other)`.
    /// - Parameters:
    ///   - subjectID: the person, session, invite or key it was done to; nil where it is the actor or the tenant.
    ///   - detail: a word of the program's own, such as the new role; never what somebody typed.
    package func audit(_ event: AuditEvent, by actor: AuditActor, on subjectID: UUID? = nil, detail: String? = nil) async throws {
        try await AuditRepository(self).insert(event, by: actor, on: subjectID, detail: detail)
    }
}

extension Dependencies {
    /// Records that somebody guessed wrong. Where that can't be done they are told so all the same: another answer would say as much, and
    /// not be counted as a guess.
    /// - Returns: what they are told.
    func wrong(
        _ code: Problem.Code, _ event: AuditEvent, by actor: AuditActor, on subjectID: UUID? = nil, for principal: some Principal
    ) async -> Problem {
        do {
            try await database.transaction(for: principal, .singleRoundTrip) { try await $0.audit(event, by: actor, on: subjectID) }
        } catch {
            logger.error("\(event.name) of \(principal.tenant.slug) isn't in the audit: \(error)")
        }
        return Problem(code)
    }
}
