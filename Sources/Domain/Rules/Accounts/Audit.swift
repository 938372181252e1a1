import Foundation

/// What the audit records. The names are stable: they are stored, and operators look for them.
public enum AuditEvent: String, Codable, Sendable, CaseIterable {
    case signedUp = "user.signed_up"
    case userCreated = "user.created"
    case userSuspended = "user.suspended"
    case userResumed = "user.resumed"
    case userDeleted = "user.deleted"
    /// The detail is the new role.
    case roleChanged = "role.changed"
    case loggedIn = "login.succeeded"
    case logInFailed = "login.failed"
    case passwordChanged = "password.changed"
    /// Somebody who is logged in gave a wrong current password.
    case passwordWrong = "password.wrong"
    case emailChanged = "email.changed"
    case sessionEnded = "session.ended"
    case otherSessionsEnded = "session.others_ended"
    case inviteCreated = "invite.created"
    case tenantCreated = "tenant.created"
    case tenantRenamed = "tenant.renamed"
    case tenantSuspended = "tenant.suspended"
    case tenantResumed = "tenant.resumed"
    case tenantDeleted = "tenant.deleted"
    case limitsChanged = "tenant.limits_changed"
    case pushKeySet = "key.set"
    case pushKeyRemoved = "key.removed"
    case masterKeyRotated = "key.master_rotated"
}

/// How much of the audit an operator reads at once.
public enum AuditPage {
    /// In entries.
    public static let sizes = 1...100_000
    /// Unless they say otherwise.
    public static let usual = 100
}

/// Who did what the audit records.
enum AuditActor: Sendable, Equatable {
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
    func audit(_ event: AuditEvent, by actor: AuditActor, on subjectID: UUID? = nil, detail: String? = nil) async throws {
        try await AuditRepository(self).insert(event, by: actor, on: subjectID, detail: detail)
    }
}

extension Database {
    /// Records something that wrote nothing else, such as a failure.
    func audit(_ event: AuditEvent, by actor: AuditActor, on subjectID: UUID? = nil, in tenant: Tenant) async throws {
        try await roundTrip(in: tenant.id) { try await $0.audit(event, by: actor, on: subjectID) }
    }
}
