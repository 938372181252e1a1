import DavenportAPI
import Foundation
import Logging

/// A kind of event in the audit log. Its name must never change, because it is stored and operators search for it.
///
/// Kinds that all areas share are declared here. An area declares its own kinds in its `Rules/` folder. Admins and owners
/// don't see kinds whose names begin with `login.` or `session.`, nor `password.wrong` (view `administered_audit`).
package struct AuditEvent: Sendable, Hashable {
    let name: String

    /// Declares a kind of event.
    /// - Parameter name: the name that is stored. It must never change once it is in use.
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
    /// A user's role changed. The detail is the new role.
    static let roleChanged = Self("role.changed")
    static let loggedIn = Self("login.succeeded")
    static let logInFailed = Self("login.failed")
    static let passwordChanged = Self("password.changed")
    /// A signed-in user gave a wrong password where the current one is required, or a wrong passkey in its place.
    static let passwordWrong = Self("password.wrong")
    static let emailChanged = Self("email.changed")
    static let sessionEnded = Self("session.ended")
    static let otherSessionsEnded = Self("session.others_ended")
    static let inviteCreated = Self("invite.created")
    /// An admin or owner withdrew somebody else's invite.
    static let inviteWithdrawn = Self("invite.withdrawn")
    static let accessKeyCreated = Self("access_key.created")
    static let accessKeyDeleted = Self("access_key.deleted")
    static let botCreated = Self("bot.created")
    /// An admin changed a bot. The detail is `webhook`, `token` or `secret`.
    static let botChanged = Self("bot.changed")
    static let botDeleted = Self("bot.deleted")
    static let tenantCreated = Self("tenant.created")
    static let tenantRenamed = Self("tenant.renamed")
    static let tenantSuspended = Self("tenant.suspended")
    static let tenantResumed = Self("tenant.resumed")
    static let tenantDeleted = Self("tenant.deleted")
    /// A tenant was exported. The detail is `secrets` if the file contains secrets.
    static let tenantExported = Self("tenant.exported")
    static let tenantImported = Self("tenant.imported")
    static let featuresChanged = Self("tenant.features_changed")
    /// An operator changed who may sign up. The detail is the policy.
    static let signupChanged = Self("tenant.signup_changed")
    /// Somebody changed what the tenant says of itself. The detail is `removed` if it says nothing more.
    static let descriptionChanged = Self("tenant.description_changed")
    /// Somebody changed the tenant's picture. The detail is `removed` if there is none any more.
    static let pictureChanged = Self("tenant.picture_changed")
    static let limitsChanged = Self("tenant.limits_changed")
    static let pushKeySet = Self("key.set")
    static let pushKeyRemoved = Self("key.removed")
    static let masterKeyRotated = Self("key.master_rotated")
}

/// Limits how many audit entries an operator reads at once.
public enum AuditPage {
    /// The numbers of entries that an operator may request.
    public static let sizes = 1...100_000
    /// The number of entries if the operator requests no number.
    public static let usual = 100
}

/// The actor of an audit entry: who caused the event.
package enum AuditActor: Sendable, Equatable {
    case user(UUID)
    /// An operator, who ran a command.
    case `operator`
    /// A client that isn't signed in, such as one whose log-in failed.
    case anybody
}

extension TenantTransaction {
    /// Records an event in the transaction that causes it:
    /// `try await transaction.audit(.roleChanged, by: .user(me), on: other)`.
    ///
    /// - Parameters:
    ///   - subjectID: the user, session, invite or key that the event is about; nil if it is the actor or the tenant.
    ///   - detail: a word that the program chooses, such as the new role. It must never be a text that a user typed.
    package func audit(_ event: AuditEvent, by actor: AuditActor, on subjectID: UUID? = nil, detail: String? = nil) async throws {
        try await AuditRepository(self).insert(event, by: actor, on: subjectID, detail: detail)
    }
}

extension UseCases {
    /// Records a wrong guess in the audit log, and returns the problem to throw.
    ///
    /// If the event can't be recorded, the failure is only logged. Throwing it would still reveal that the guess was
    /// wrong, and the throttle wouldn't count the guess.
    /// - Returns: a problem with the code `code`.
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
