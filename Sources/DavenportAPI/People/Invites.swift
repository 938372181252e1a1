import Foundation

/// A way into the tenant that a member gave out. Its code is known only to who made it.
public struct Invite: Codable, Sendable {
    public let id: UUID
    public let role: Role
    /// How many people can come in by it: 1 to 100.
    public let maxUses: Int
    public let expiresAt: Date
    /// For whom it is, as its maker remembers.
    public let note: String?
    public let createdAt: Date
    public let withdrawnAt: Date?
    /// Who came in by it, and when.
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
    /// `C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR`: six groups of four letters and digits. Whoever holds it can come in.
    public let code: String

    public init(invite: Invite, code: String) {
        self.invite = invite
        self.code = code
    }
}

/// What an invite shall be.
public struct NewInvite: Input {
    /// How many people it may let in (rule 3.2).
    public static let uses = 1...100
    /// It lets one in unless told otherwise.
    public static let usualUses = 1
    /// How many days it may hold.
    public static let days = 1...365
    /// For how many it holds unless told otherwise.
    public static let usualDays = 14

    /// The tenant's default role unless given.
    public let role: Role?
    /// 1 to 100.
    public let maxUses: Int
    /// 1 to 365.
    public let expiresInDays: Int
    /// For whom it is: 1 to 100 characters.
    public let note: String?

    /// An invite as a program makes it; the limits are those of the API.
    public init(role: Role? = nil, maxUses: Int = NewInvite.usualUses, expiresInDays: Int = NewInvite.usualDays, note: String? = nil) {
        self.role = role
        self.maxUses = maxUses
        self.expiresInDays = expiresInDays
        self.note = note
    }

    public init(_ fields: inout Fields) {
        role = fields.optional("role", .oneOf(Role.self, placeholder: .member))
        maxUses = fields.optional("maxUses", .integer(Self.uses), default: Self.usualUses)
        expiresInDays = fields.optional("expiresInDays", .integer(Self.days), default: Self.usualDays)
        note = fields.optional("note", .inviteNote)
    }
}

/// One of the invites I made.
public struct InviteReference: Input {
    public let inviteID: UUID

    public init(inviteID: UUID) {
        self.inviteID = inviteID
    }

    public init(_ fields: inout Fields) {
        inviteID = fields.required("inviteID", .uuid)
    }
}

/// The code of an invite that somebody was given.
public struct InviteCodeQuery: Input {
    /// However it is typed, 1 to 100 characters.
    public let code: String

    public init(code: String) {
        self.code = code
    }

    public init(_ fields: inout Fields) {
        code = fields.required("code", .inviteCode)
    }
}

extension FieldType<String> {
    /// The code of an invite, however it is typed: a text that isn't one is found out where it is looked up.
    static var inviteCode: Self { text(1...100) }
    package static var inviteNote: Self { text(1...100) }
}

/// What who holds a code may know before they sign up with it.
public struct InvitePreview: Codable, Sendable {
    /// The community that it leads to.
    public struct Tenant: Codable, Sendable, Equatable {
        public let name: String
        public let slug: String

        public init(name: String, slug: String) {
            self.name = name
            self.slug = slug
        }
    }

    public let tenant: Tenant
    /// Absent where an operator made it.
    public let inviter: UserStub?
    public let role: Role
    public let expiresAt: Date

    public init(tenant: Tenant, inviter: UserStub?, role: Role, expiresAt: Date) {
        self.tenant = tenant
        self.inviter = inviter
        self.role = role
        self.expiresAt = expiresAt
    }
}

extension Endpoints {
    static let invites: [any EndpointDeclaration] = [createInvite, listInvites, withdrawInvite, lookUpInvite]

    public static let createInvite = Endpoint<NewInvite, InviteWithCode>(
        "createInvite", .post, "/invites", .user, success: 201, errors: [.forbidden, .tooManyRequests],
        summary: "Make an invite; its code is shown this once.")
    public static let listInvites = Endpoint<PageQuery, Page<Invite>>(
        "listInvites", .get, "/invites", .user, caching: .noStore, summary: "The invites I made, latest first, with who came in by them.")
    public static let withdrawInvite = Endpoint<InviteReference, NoContent>(
        "withdrawInvite", .delete, "/invites/{inviteID}", .user, success: 204, summary: "Withdraw what is unused of an invite I made.")
    public static let lookUpInvite = Endpoint<InviteCodeQuery, InvitePreview>(
        "lookUpInvite", .post, "/invites/lookup", .anyone, errors: [.inviteInvalid, .tooManyRequests], summary: "What a code leads to.")
}
