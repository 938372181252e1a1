import Foundation

/// What a person may do in their tenant (rules 2).
public struct Role: OpenEnumeration {
    /// Changes, invites and suspends everybody. A tenant keeps at least one.
    public static let owner = Self(keeping: "owner")
    /// The same with all but owners and admins.
    public static let admin = Self(keeping: "admin")
    /// 18 or older; invites students.
    public static let teacher = Self(keeping: "teacher")
    public static let student = Self(keeping: "student")
    public static let member = Self(keeping: "member")

    public static let allCases = [owner, admin, teacher, student, member]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A person as everybody in the tenant may see them.
public struct UserStub: Codable, Sendable, Equatable, Identifiable {
    public let id: UUID
    public let username: String
    /// `#rrggbb`
    public let identityColor: String
    /// An absolute path.
    public let avatarURL: String?

    public init(id: UUID, username: String, identityColor: String, avatarURL: String? = nil) {
        self.id = id
        self.username = username
        self.identityColor = identityColor
        self.avatarURL = avatarURL
    }
}

extension UserStub: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("username", username)
            $0.field("identityColor", identityColor)
            $0.field("avatarURL", avatarURL)
        }
    }
}

/// One's own account.
public struct Me: Codable, Sendable, Equatable {
    public let id: UUID
    public let username: String
    public let identityColor: String
    public let avatarURL: String?
    public let role: Role
    public let createdAt: Date
    public let givenName: String?
    public let familyName: String?
    /// Told to nobody else.
    public let email: String
    /// Told to nobody else.
    public let birthday: CalendarDate?

    public init(
        stub: UserStub, role: Role, createdAt: Date, givenName: String?, familyName: String?, email: String, birthday: CalendarDate?
    ) {
        self.id = stub.id
        self.username = stub.username
        self.identityColor = stub.identityColor
        self.avatarURL = stub.avatarURL
        self.role = role
        self.createdAt = createdAt
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.birthday = birthday
    }
}

/// A log-in on one device.
public struct Session: Codable, Sendable, Equatable {
    /// How it began.
    public struct Source: OpenEnumeration {
        public static let signup = Self(keeping: "signup")
        public static let login = Self(keeping: "login")

        public static let allCases = [signup, login]

        public let rawValue: String

        public init(keeping text: String) { rawValue = text }
    }

    public let id: UUID
    public let source: Source
    public let deviceName: String?
    public let createdAt: Date
    /// Written at most hourly.
    public let lastUsedAt: Date
    /// A year after it began. A session that isn't used for 90 days is over before.
    public let expiresAt: Date
    /// Whether the request came with this session's token.
    public let current: Bool

    public init(id: UUID, source: Source, deviceName: String?, createdAt: Date, lastUsedAt: Date, expiresAt: Date, current: Bool) {
        self.id = id
        self.source = source
        self.deviceName = deviceName
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
        self.current = current
    }
}

/// The answer of signing up and logging in. The token is shown this once.
public struct SignedIn: Codable, Sendable {
    public let token: String
    public let session: Session
    public let user: Me

    public init(token: String, session: Session, user: Me) {
        self.token = token
        self.session = session
        self.user = user
    }
}

/// Who wants an account.
public struct NewUser: Input {
    /// The code of an invite, however it is typed; needed unless the community is open.
    public let invite: String?
    /// 3 to 254 characters; unique in the community in any case.
    public let email: String
    /// 8 to 128 characters; none of the commonest, and neither username nor e-mail address.
    public let password: String
    /// 2 to 30 letters, digits, `_`, `.` and `-`; unique in the community in any case.
    public let username: String
    /// 1 to 60 characters.
    public let givenName: String?
    /// 1 to 60 characters.
    public let familyName: String?
    /// Needed by teachers, who are 18 or older.
    public let birthday: CalendarDate?
    /// What the person calls the device that they sign up on: 1 to 100 characters.
    public let deviceName: String?

    /// An account as a program asks for it; the limits are those of the API.
    public init(
        invite: String? = nil, email: String, password: String, username: String, givenName: String? = nil, familyName: String? = nil,
        birthday: CalendarDate? = nil, deviceName: String? = nil
    ) {
        self.invite = invite
        self.email = email
        self.password = password
        self.username = username
        self.givenName = givenName
        self.familyName = familyName
        self.birthday = birthday
        self.deviceName = deviceName
    }

    public init(_ fields: inout Fields) {
        invite = fields.optional("invite", .inviteCode)
        email = fields.required("email", .email)
        password = fields.required("password", .password)
        username = fields.required("username", .username)
        givenName = fields.optional("givenName", .nameOfPerson)
        familyName = fields.optional("familyName", .nameOfPerson)
        birthday = fields.optional("birthday", .date)
        deviceName = fields.optional("deviceName", .deviceName)
    }
}

/// Which device logs in.
public struct NewSession: Input {
    /// What the person calls the device: 1 to 100 characters.
    public let deviceName: String?

    /// A log-in on a device, with a name of 1 to 100 characters or none.
    public init(deviceName: String? = nil) {
        self.deviceName = deviceName
    }

    public init(_ fields: inout Fields) {
        deviceName = fields.optional("deviceName", .deviceName)
    }
}

extension FieldType<String> {
    /// What a person calls a device of theirs.
    package static var deviceName: Self { text(1...100) }
}

/// One of one's own sessions.
public struct SessionReference: Input {
    public let sessionID: UUID

    public init(sessionID: UUID) {
        self.sessionID = sessionID
    }

    public init(_ fields: inout Fields) {
        sessionID = fields.required("sessionID", .uuid)
    }
}

extension Endpoints {
    static let accounts: [any EndpointDeclaration] = [
        signUp, logIn, listSessions, endCurrentSession, endSession, endOtherSessions, showMe, changeMe, changePassword, deleteAccount,
        exportMe,
    ]

    public static let signUp = Endpoint<NewUser, SignedIn>(
        "signUp", .post, "/users", .anyone, success: 201, errors: [.inviteInvalid, .emailTaken, .usernameTaken, .tooManyRequests],
        summary: "Make an account, with an invite where the community asks for one.")
    public static let logIn = Endpoint<NewSession, SignedIn>(
        "logIn", .post, "/sessions", .basic, success: 201, errors: [.tooManyRequests],
        summary: "Log in on this device, with e-mail and password.",
        details: "The token that is answered goes into `Authorization: Bearer …` from then on.")
    public static let listSessions = Endpoint<NoInput, Items<Session>>(
        "listSessions", .get, "/sessions", .user, caching: .noStore, summary: "Where I am logged in.")
    public static let endCurrentSession = Endpoint<NoInput, NoContent>(
        "endCurrentSession", .delete, "/sessions/current", .user, success: 204, isIdempotent: false, summary: "Log out here.")
    public static let endSession = Endpoint<SessionReference, NoContent>(
        "endSession", .delete, "/sessions/{sessionID}", .user, success: 204, summary: "Log out on one device.")
    public static let endOtherSessions = Endpoint<NoInput, NoContent>(
        "endOtherSessions", .delete, "/sessions", .user, success: 204, summary: "Log out everywhere but here.")
    public static let showMe = Endpoint<NoInput, Me>("showMe", .get, "/me", .user, summary: "My account.")
    public static let exportMe = Endpoint<NoInput, Attachment>(
        "exportMe", .get, "/me/export", .user, caching: .noStore, errors: [.tooManyRequests],
        summary: "Everything of mine, to take along.",
        details: """
            One document: `exportedAt`, `community`, `me`, and a member for each kind of thing that I have, lists of objects mostly. Nothing in it \
            is what others wrote. It is sent as it is read; one that ends early isn't whole.
            """)
}
