import Foundation

/// A room into which an invite leads (rule 3.10).
public struct InvitedRoom: Codable, Sendable, Equatable {
    public let id: UUID
    /// What the room is about, such as `Severance S1E4`. It never has the episode's title, which could spoil something.
    public let title: String
    /// The poster of the show or the movie in up to three widths, the narrowest first; nil in lists of invites, and if the
    /// server knows none.
    public let poster: [MediaPicture]?

    public init(id: UUID, title: String, poster: [MediaPicture]? = nil) {
        self.id = id
        self.title = title
        self.poster = poster
    }
}

/// An invite to the tenant. Only the person who made it receives its code.
public struct Invite: Codable, Sendable {
    public let id: UUID
    public let role: Role
    /// The maximum number of people who can sign up with the invite: 1 to 100.
    public let maxUses: Int
    public let expiresAt: Date
    /// The note of the person who made the invite, about its intended recipient; nil if there is none, or somebody else
    /// made the invite.
    public let note: String?
    public let createdAt: Date
    public let withdrawnAt: Date?
    /// The sign-ups with the invite: who signed up, and when.
    public let redemptions: [Redemption]
    /// The person who made the invite; nil if an operator made it. In the list of one's own invites it is always nil.
    public let maker: UserStub?
    /// Those rooms of the invite that the reader is in, in the order in which its maker named them.
    public let rooms: [InvitedRoom]
    /// Whether the server has kept the code for its maker, who is the reader (rule 3.14).
    public let codeKept: Bool

    /// One sign-up with an invite. The user is nil if their account was deleted.
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
        redemptions: [Redemption], maker: UserStub? = nil, rooms: [InvitedRoom] = [], codeKept: Bool = false
    ) {
        self.id = id
        self.role = role
        self.maxUses = maxUses
        self.expiresAt = expiresAt
        self.note = note
        self.createdAt = createdAt
        self.withdrawnAt = withdrawnAt
        self.redemptions = redemptions
        self.maker = maker
        self.rooms = rooms
        self.codeKept = codeKept
    }
}

/// The code of an invite, which the server has kept for its maker.
public struct KeptInviteCode: Codable, Sendable, Equatable {
    /// The invite's code, such as `C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR`.
    public let code: String

    public init(code: String) {
        self.code = code
    }
}

/// A new invite with its code.
public struct InviteWithCode: Codable, Sendable {
    public let invite: Invite
    /// The invite's code, such as `C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR`: six groups of four letters and digits. Anybody who
    /// knows it can sign up.
    public let code: String

    public init(invite: Invite, code: String) {
        self.invite = invite
        self.code = code
    }
}

/// The data of a new invite.
public struct NewInvite: Input {
    /// The allowed range of the number of people who can sign up with an invite, `maxUses` (rule 3.2).
    public static let uses = 1...100
    /// The number of people who can sign up with an invite if the request gives no `maxUses`.
    public static let usualUses = 1
    /// The allowed range of the number of days until an invite expires, `expiresInDays`.
    public static let days = 1...365
    /// The number of days until an invite expires if the request gives no `expiresInDays`.
    public static let usualDays = 14
    /// The maximum number of rooms into which an invite leads, `roomIDs`. A check of the database has it too.
    public static let rooms = 10

    /// The role of the people who sign up. If it is nil, they get the tenant's default role.
    public let role: Role?
    /// The maximum number of people who can sign up with the invite: 1 to 100.
    public let maxUses: Int
    /// The number of days until the invite expires: 1 to 365.
    public let expiresInDays: Int
    /// A note on the intended recipient: 1 to 100 characters; nil for none.
    public let note: String?
    /// The e-mail address to which the invite is sent: 3 to 254 characters; nil for none.
    public let email: String?
    /// Up to 10 of the maker's rooms, which the people who sign up join.
    public let roomIDs: [UUID]

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        role: Role? = nil, maxUses: Int = NewInvite.usualUses, expiresInDays: Int = NewInvite.usualDays, note: String? = nil,
        email: String? = nil, roomIDs: [UUID] = []
    ) {
        self.role = role
        self.maxUses = maxUses
        self.expiresInDays = expiresInDays
        self.note = note
        self.email = email
        self.roomIDs = roomIDs
    }

    public init(_ fields: inout Fields) {
        role = fields.optional("role", .oneOf(Role.self, placeholder: .member))
        maxUses = fields.optional("maxUses", .integer(Self.uses), default: Self.usualUses)
        expiresInDays = fields.optional("expiresInDays", .integer(Self.days), default: Self.usualDays)
        note = fields.optional("note", .inviteNote)
        email = fields.optional("email", .email)
        roomIDs = fields.optional("roomIDs", .uuids(upTo: Self.rooms), default: [])
    }
}

/// A filter and a position in the list of invites.
public struct InviteQuery: PagedInput {
    /// Whether the list has everybody's invites, for admins and owners alone. Otherwise it has the caller's own.
    public let all: Bool
    public var after: String?
    /// The maximum number of invites on the page: 1 to 100.
    public let limit: Int

    public init(all: Bool = false, after: String? = nil, limit: Int = PageQuery.usual) {
        (self.all, self.after, self.limit) = (all, after, limit)
    }

    public init(_ fields: inout Fields) {
        all = fields.optional("all", .boolean, default: false)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// A reference to one of the caller's own invites, or to any invite if the caller is an admin or owner.
public struct InviteReference: Input {
    public let inviteID: UUID

    public init(inviteID: UUID) {
        self.inviteID = inviteID
    }

    public init(_ fields: inout Fields) {
        inviteID = fields.required("inviteID", .uuid)
    }
}

/// A request to look up an invite by its code.
public struct InviteCodeQuery: Input {
    /// The code: 1 to 100 characters. Case and characters between the letters, such as spaces and hyphens, don't
    /// matter.
    public let code: String

    public init(code: String) {
        self.code = code
    }

    public init(_ fields: inout Fields) {
        code = fields.required("code", .secretCode)
    }
}

extension FieldType<String> {
    /// The code of an invite or of another link, as a person typed it: 1 to 100 characters. Any such text is valid input;
    /// the search for the code refuses a text that isn't one.
    static var secretCode: Self { text(1...100) }
    package static var inviteNote: Self { text(1...100) }
}

/// The data of an invite that the holder of its code can read before signing up.
public struct InvitePreview: Codable, Sendable {
    /// The community that the invite leads to.
    public struct Tenant: Codable, Sendable, Equatable {
        public let name: String
        public let slug: String

        public init(name: String, slug: String) {
            self.name = name
            self.slug = slug
        }
    }

    public let tenant: Tenant
    /// The person who made the invite; nil if an operator made it.
    public let inviter: UserStub?
    public let role: Role
    public let expiresAt: Date
    /// The rooms that the holder of the code joins by signing up now.
    public let rooms: [InvitedRoom]

    public init(tenant: Tenant, inviter: UserStub?, role: Role, expiresAt: Date, rooms: [InvitedRoom] = []) {
        self.tenant = tenant
        self.inviter = inviter
        self.role = role
        self.expiresAt = expiresAt
        self.rooms = rooms
    }
}

extension Endpoints {
    static let invites: [any EndpointDeclaration] = [createInvite, listInvites, showInviteCode, withdrawInvite, lookUpInvite]

    public static let createInvite = Endpoint<NewInvite, InviteWithCode>(
        "createInvite", .post, "/invites", .user, success: 201,
        errors: [.featureOff, .forbidden, .notForBots, .roomFull, .tooManyRequests], summary: "Create an invite.",
        details: """
            With `email` the invite is sent there, too, if the community sends e-mails (`email` of `GET /v1/tenant`). With `roomIDs` the \
            people who sign up join these rooms of yours, unless a room is deleted or full by then, or you have left it.
            """)
    public static let listInvites = Endpoint<InviteQuery, Page<Invite>>(
        "listInvites", .get, "/invites", .user, caching: .noStore, errors: [.forbidden],
        summary: "List your invites, newest first, with the people who used them. Admins and owners can list everybody's.",
        details: "Everybody's invites have their maker, and not the notes that others made. Only admins and owners may set `all`.")
    public static let showInviteCode = Endpoint<InviteReference, KeptInviteCode>(
        "showInviteCode", .get, "/invites/{inviteID}/code", .user, caching: .noStore,
        summary: "Retrieve the code of one of your invites, so that you can share it again.",
        details: """
            Servers keep codes if their operator has set a master key, and `codeKept` of an invite says so. An invite that can't be used \
            any more has none.
            """)
    public static let withdrawInvite = Endpoint<InviteReference, NoContent>(
        "withdrawInvite", .delete, "/invites/{inviteID}", .user, success: 204,
        summary: "Withdraw the unused rest of one of your invites. Admins and owners can withdraw everybody's.")
    public static let lookUpInvite = Endpoint<InviteCodeQuery, InvitePreview>(
        "lookUpInvite", .post, "/invites/lookup", .anyone, errors: [.inviteInvalid, .tooManyRequests],
        summary: "Look up the community and the rooms that an invite leads to.")
}
