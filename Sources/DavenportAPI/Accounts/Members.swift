import Foundation

/// A user with the fields that the caller may see. Friends of the user, people connected to the user by an area, admins
/// and owners see all fields. Everybody else sees the fields of `UserStub`, such as name and picture.
public struct User: Codable, Sendable, Equatable {
    public let id: UUID
    public let username: String
    /// The colour that represents the user in clients, as `#rrggbb`.
    public let identityColor: String
    /// The absolute path of the user's picture on this server; nil if there is none.
    public let avatarURL: String?
    /// Whether the user is a bot, which is a program; nil for a person.
    public let bot: Bool?
    /// The user's role; nil if the caller may see only the user's name, colour and picture (`UserStub`). The properties
    /// below are nil under the same condition.
    public let role: Role?
    public let createdAt: Date?
    public let givenName: String?
    public let familyName: String?
    /// Whether the user is suspended; nil if the caller is neither an admin nor an owner.
    public let suspended: Bool?
    /// The end of the suspension: the first log-in from then on lifts it. Nil if there is none, or the caller is neither
    /// an admin nor an owner.
    public let suspendedUntil: Date?

    public init(
        stub: UserStub, role: Role? = nil, createdAt: Date? = nil, givenName: String? = nil, familyName: String? = nil,
        suspended: Bool? = nil, suspendedUntil: Date? = nil
    ) {
        self.id = stub.id
        self.username = stub.username
        self.identityColor = stub.identityColor
        self.avatarURL = stub.avatarURL
        self.bot = stub.bot
        self.role = role
        self.createdAt = createdAt
        self.givenName = givenName
        self.familyName = familyName
        self.suspended = suspended
        self.suspendedUntil = suspendedUntil
    }
}

/// A search for a user by username.
public struct UserQuery: Input {
    /// The complete username. Case doesn't matter.
    public let username: String

    public init(username: String) {
        self.username = username
    }

    public init(_ fields: inout Fields) {
        username = fields.required("username", .text(1...100))
    }
}

/// A filter and a position in the list of members.
public struct MemberQuery: PagedInput {
    /// The beginning of the usernames of the listed members, regardless of case; nil for all members.
    public let beginning: String?
    public var after: String?
    /// The maximum number of members on the page: 1 to 100.
    public let limit: Int

    public init(beginning: String? = nil, after: String? = nil, limit: Int = PageQuery.usual) {
        (self.beginning, self.after, self.limit) = (beginning, after, limit)
    }

    public init(_ fields: inout Fields) {
        beginning = fields.optional("beginning", .text(1...100))
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// The changes to a member. A nil field keeps its value.
public struct MemberChange: Input {
    public let userID: UUID
    /// The new role. Only owners may make somebody an owner or admin.
    public let role: Role?
    /// True suspends the member and ends all their sessions. False lets the member log in again but restores no
    /// session.
    public let suspended: Bool?
    /// The end of the suspension, 1 hour to 365 days from now. It suspends the member, or gives an existing suspension
    /// another end. A suspension by `suspended` alone has no end.
    public let suspendedUntil: Date?

    public init(userID: UUID, role: Role? = nil, suspended: Bool? = nil, suspendedUntil: Date? = nil) {
        self.userID = userID
        self.role = role
        self.suspended = suspended
        self.suspendedUntil = suspendedUntil
    }

    public init(_ fields: inout Fields) {
        userID = fields.required("userID", .uuid)
        role = fields.optional("role", .oneOf(Role.self, placeholder: .member))
        suspended = fields.optional("suspended", .boolean)
        suspendedUntil = fields.optional("suspendedUntil", .timestamp)
        if suspendedUntil != nil, suspended == false {
            fields.record("suspendedUntil", .notAllowed, "must be missing if suspended is false")
        }
    }
}

extension Endpoints {
    static let members: [any EndpointDeclaration] = [showUser, findUsers, listPeople, listMembers, changeMember]

    public static let showUser = Endpoint<UserReference, User>(
        "showUser", .get, "/users/{userID}", .user, summary: "Retrieve a person, with the fields that you may see.")
    public static let findUsers = Endpoint<UserQuery, Items<UserStub>>(
        "findUsers", .get, "/users", .user, summary: "Find a person by their exact username.")
    public static let listPeople = Endpoint<NoInput, Items<User>>(
        "listPeople", .get, "/people", .user,
        summary: "List the people whose names you see: friends, and everybody you share a room or a class with.")
    public static let listMembers = Endpoint<MemberQuery, Page<User>>(
        "listMembers", .get, "/members", .roles([.admin, .owner]),
        summary: "List the members of the community by username: all, or those whose username has a beginning.")
    public static let changeMember = Endpoint<MemberChange, User>(
        "changeMember", .patch, "/members/{userID}", .roles([.admin, .owner]),
        errors: [.lastOwner],
        summary: "Change a member's role or suspension. Only owners may change owners and admins.")
}
