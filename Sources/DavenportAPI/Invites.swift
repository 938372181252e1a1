import Foundation

/// A way into the tenant that a member gave out. Its code is known only to who made it.
public struct Invite: Codable, Sendable {
    public let id: UUID
    public let role: Role
    public let maxUses: Int
    public let expiresAt: Date
    public let note: String?
    public let createdAt: Date
    public let withdrawnAt: Date?
    public let redemptions: [Redemption]

    /// Somebody who came in with it; without the user when their account is gone.
    public struct Redemption: Codable, Sendable {
        public let user: UserStub?
        public let redeemedAt: Date

        public init(user: UserStub?, redeemedAt: Date) {
            self.user = user
            self.redeemedAt = redeemedAt
        }
    }

    public init(
        id: UUID, role: Role, maxUses: Int, expiresAt: Date, note: String?, createdAt: Date, withdrawnAt: Date?,
        redemptions: [Redemption]
    ) {
        self.id = id
        self.role = role
        self.maxUses = maxUses
        self.expiresAt = expiresAt
        self.note = note
        self.createdAt = createdAt
        self.withdrawnAt = withdrawnAt
        self.redemptions = redemptions
    }
}

/// An invite just made, with the code that is shown this once.
public struct InviteWithCode: Codable, Sendable {
    public let invite: Invite
    public let code: String

    public init(invite: Invite, code: String) {
        self.invite = invite
        self.code = code
    }
}

/// What an invite shall be.
public struct NewInvite: Input {
    /// The tenant's default role unless given.
    public let role: Role?
    public let maxUses: Int
    public let expiresInDays: Int
    public let note: String?

    /// An invite as an operator makes it; the limits are those of the API.
    public init(role: Role?, maxUses: Int = 1, expiresInDays: Int = 14, note: String? = nil) {
        self.role = role
        self.maxUses = maxUses
        self.expiresInDays = expiresInDays
        self.note = note
    }

    public init(_ fields: inout Fields) {
        role = fields.optional("role", .oneOf(Role.self, placeholder: .member))
        maxUses = fields.optional("maxUses", .integer(1...100), default: 1)
        expiresInDays = fields.optional("expiresInDays", .integer(1...365), default: 14)
        note = fields.optional("note", .text(1...100))
    }
}

extension Endpoints {
    static let invites: [any EndpointDeclaration] = [createInvite]

    public static let createInvite = Endpoint<NewInvite, InviteWithCode>(
        "createInvite", .post, "/invites", .user, success: 201, summary: "Make an invite; its code is shown this once.")
}
