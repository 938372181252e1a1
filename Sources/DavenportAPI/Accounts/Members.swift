import Foundation

/// A person as the asker may see them: friends, those whom an area brings together, admins and owners see all of it,
/// everybody else what `UserStub` has.
public struct User: Codable, Sendable, Equatable {
    public let id: UUID
    public let username: String
    /// `#rrggbb`
    public let identityColor: String
    /// An absolute path.
    public let avatarURL: String?
    /// Absent where only the stub may be seen, like what follows.
    public let role: Role?
    public let createdAt: Date?
    public let givenName: String?
    public let familyName: String?
    /// Told to admins and owners only.
    public let suspended: Bool?

    public init(
        stub: UserStub, role: Role? = nil, createdAt: Date? = nil, givenName: String? = nil, familyName: String? = nil,
        suspended: Bool? = nil
    ) {
        self.id = stub.id
        self.username = stub.username
        self.identityColor = stub.identityColor
        self.avatarURL = stub.avatarURL
        self.role = role
        self.createdAt = createdAt
        self.givenName = givenName
        self.familyName = familyName
        self.suspended = suspended
    }
}

extension User: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("username", username)
            $0.field("identityColor", identityColor)
            $0.field("avatarURL", avatarURL)
            $0.field("role", role?.rawValue)
            $0.field("createdAt", createdAt)
            $0.field("givenName", givenName)
            $0.field("familyName", familyName)
            $0.field("suspended", suspended)
        }
    }
}

/// Whom to look for.
public struct UserQuery: Input {
    /// All of it, in any case.
    public let username: String

    public init(username: String) {
        self.username = username
    }

    public init(_ fields: inout Fields) {
        username = fields.required("username", .text(1...100))
    }
}

/// What shall change for a member: what is nil stays as it is.
public struct MemberChange: Input {
    public let userID: UUID
    /// Only owners make owners and admins.
    public let role: Role?
    /// True ends all of the person's sessions; false lets them in again, and revives none.
    public let suspended: Bool?

    public init(userID: UUID, role: Role? = nil, suspended: Bool? = nil) {
        self.userID = userID
        self.role = role
        self.suspended = suspended
    }

    public init(_ fields: inout Fields) {
        userID = fields.required("userID", .uuid)
        role = fields.optional("role", .oneOf(Role.self, placeholder: .member))
        suspended = fields.optional("suspended", .boolean)
    }
}

extension Endpoints {
    static let members: [any EndpointDeclaration] = [showUser, findUsers, listMembers, changeMember]

    public static let showUser = Endpoint<UserReference, User>(
        "showUser", .get, "/users/{userID}", .user, summary: "A person, as much of them as I may see.")
    public static let findUsers = Endpoint<UserQuery, Items<UserStub>>(
        "findUsers", .get, "/users", .user, summary: "The person of a username, or nobody.")
    public static let listMembers = Endpoint<PageQuery, Page<User>>(
        "listMembers", .get, "/members", .roles([.admin, .owner]), summary: "Everybody in the community, by username.")
    public static let changeMember = Endpoint<MemberChange, User>(
        "changeMember", .patch, "/members/{userID}", .roles([.admin, .owner]),
        errors: [.lastOwner],
        summary: "Change somebody's role, suspend them or let them in again; only owners do so with owners and admins.")
}
