import Foundation

/// The role of a person in their tenant, which decides what they may do (rules 2).
public struct Role: OpenEnumeration {
    /// A member who can change, invite and suspend any member. A tenant always has at least one owner who isn't
    /// suspended.
    public static let owner = Self(keeping: "owner")
    /// A member who can change, invite and suspend any member except owners and admins.
    public static let admin = Self(keeping: "admin")
    /// A teacher, who is 18 or older and may invite students.
    public static let teacher = Self(keeping: "teacher")
    public static let student = Self(keeping: "student")
    public static let member = Self(keeping: "member")

    public static let allCases = [owner, admin, teacher, student, member]
    /// The roles among which a community may let people choose when they sign up without an invite.
    public static let choosable = [member, student, teacher]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

extension FieldType<Role> {
    /// A role that a person may choose for themselves, if their community offers it.
    static var choosableRole: Self {
        let names = Role.choosable.map(\.rawValue)
        return FieldType<String>.string.map(.member, schema: { .oneOf(names) }) { text throws(FieldReason) in
            guard names.contains(text) else {
                throw FieldReason(.notAllowed, "must be one of " + names.joined(separator: ", "))
            }
            return Role(keeping: text)
        }
    }
}

/// The part of a user that every member of the tenant can see.
public struct UserStub: Codable, Sendable, Equatable, Identifiable {
    public let id: UUID
    public let username: String
    /// The colour that represents the user in clients, as `#rrggbb`.
    public let identityColor: String
    /// The absolute path of the user's picture on this server; nil if there is none.
    public let avatarURL: String?
    /// Whether the user is a bot, which is a program; nil for a person.
    public let bot: Bool?

    public init(id: UUID, username: String, identityColor: String, avatarURL: String? = nil, bot: Bool? = nil) {
        self.id = id
        self.username = username
        self.identityColor = identityColor
        self.avatarURL = avatarURL
        self.bot = bot
    }
}

/// The caller's own account.
public struct Me: Codable, Sendable, Equatable {
    public let id: UUID
    public let username: String
    public let identityColor: String
    public let avatarURL: String?
    /// Whether the caller is a bot; nil for a person.
    public let bot: Bool?
    public let role: Role
    public let createdAt: Date
    public let givenName: String?
    public let familyName: String?
    /// The caller's e-mail address. Among the other members, only the caller's teachers can see it.
    public let email: String
    /// The caller's date of birth, which no other member can see; nil if there is none.
    public let birthday: CalendarDate?
    /// The caller's warnings that they haven't confirmed, oldest first; nil if there are none.
    public let warnings: [Warning]?
    /// The link with which the caller's password can be set; nil if there is none.
    public let passwordLink: OpenPasswordLink?
    /// What is known of the caller's e-mail address; nil for a bot.
    public let emailState: EmailState?
    /// How often the caller wants a digest; nil if they chose nothing, and so get one daily while no device of theirs gets
    /// notifications.
    public let digest: DigestFrequency?
    /// Whether the caller has a password, rather than passkeys alone; nil for a bot.
    public let hasPassword: Bool?
    /// The language that the caller chose for the web client, browsers' notifications and mails; nil if they chose none.
    public let language: Language?

    public init(
        stub: UserStub, role: Role, createdAt: Date, givenName: String?, familyName: String?, email: String, birthday: CalendarDate?,
        warnings: [Warning]? = nil, passwordLink: OpenPasswordLink? = nil, emailState: EmailState? = nil, digest: DigestFrequency? = nil,
        hasPassword: Bool? = nil, language: Language? = nil
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
        self.email = email
        self.birthday = birthday
        self.warnings = warnings
        self.passwordLink = passwordLink
        self.emailState = emailState
        self.digest = digest
        self.hasPassword = hasPassword
        self.language = language
    }
}

/// A login on one device.
public struct Session: Codable, Sendable, Equatable {
    /// The kind of request that created a session: a sign-up, a log-in, or one that made a token for a bot.
    public struct Source: OpenEnumeration {
        public static let signup = Self(keeping: "signup")
        public static let login = Self(keeping: "login")

        public static let bot = Self(keeping: "bot")

        public static let allCases = [signup, login, bot]

        public let rawValue: String

        public init(keeping text: String) { rawValue = text }
    }

    public let id: UUID
    public let source: Source
    public let deviceName: String?
    public let createdAt: Date
    /// The time of the session's last use. It can be up to an hour behind, because the server updates it at most once
    /// an hour.
    public let lastUsedAt: Date
    /// The time at which the session expires: one year after its creation. The session ends earlier if it isn't used
    /// for 90 days. A bot's lasts for a hundred years, used or not.
    public let expiresAt: Date
    /// Whether this is the session whose token authenticated the request.
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

/// The result of signing up or logging in. It is the only answer that contains the session's token.
public struct SignedIn: Codable, Sendable {
    /// The session's bearer token; empty if the client asked for a cookie, as a web page does.
    public let token: String
    public let session: Session
    public let user: Me

    public init(token: String, session: Session, user: Me) {
        self.token = token
        self.session = session
        self.user = user
    }

    private enum CodingKeys: CodingKey {
        case token, session, user
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        token = try members.decodeIfPresent(String.self, forKey: .token) ?? ""
        session = try members.decode(Session.self, forKey: .session)
        user = try members.decode(Me.self, forKey: .user)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        if !token.isEmpty { try members.encode(token, forKey: .token) }
        try members.encode(session, forKey: .session)
        try members.encode(user, forKey: .user)
    }
}

extension SignedIn {
    /// A copy of this answer without the token, for a client whose token is in a cookie.
    package var withoutToken: SignedIn { SignedIn(token: "", session: session, user: user) }
}

/// The data of a new account.
public struct NewUser: Input {
    /// The code of an invite. The case and characters between the letters, such as spaces and hyphens, don't matter.
    /// Required unless the community's sign-up is open.
    public let invite: String?
    /// The e-mail address: 3 to 254 characters, unique in the community regardless of case.
    public let email: String
    /// The password: 8 to 128 characters. It can't be a common password, the username or the e-mail address. Nil for somebody
    /// who signs up with a passkey.
    public let password: String?
    /// The passkey that a device has made with the options of `makePasskeySignUpOptions`; nil for somebody who signs up with a
    /// password.
    public let passkey: NewPasskey?
    /// The username: 2 to 30 letters, digits, `_`, `.` and `-`, unique in the community regardless of case. Nil lets the
    /// server make one from the given name, or else from the e-mail address.
    public let username: String?
    /// The role that the person chooses, one of the community's `signupRoles`; nil for the usual one. An invite determines
    /// the role itself.
    public let role: Role?
    /// The given name: 1 to 60 characters; nil for none.
    public let givenName: String?
    /// The family name: 1 to 60 characters; nil for none.
    public let familyName: String?
    /// The date of birth. Required for teachers, who must be 18 or older.
    public let birthday: CalendarDate?
    /// The name that the person gives to the device on which they sign up: 1 to 100 characters; nil for none.
    public let deviceName: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        invite: String? = nil, email: String, password: String? = nil, username: String? = nil, role: Role? = nil, givenName: String? = nil,
        familyName: String? = nil, birthday: CalendarDate? = nil, deviceName: String? = nil, passkey: NewPasskey? = nil
    ) {
        self.invite = invite
        self.email = email
        self.password = password
        self.username = username
        self.role = role
        self.givenName = givenName
        self.familyName = familyName
        self.birthday = birthday
        self.deviceName = deviceName
        self.passkey = passkey
    }

    public init(_ fields: inout Fields) {
        invite = fields.optional("invite", .secretCode)
        email = fields.required("email", .email)
        password = fields.optional("password", .password)
        passkey = fields.optional("passkey", object: NewPasskey.self)
        fields.requireOne(of: "password", or: "passkey")
        username = fields.optional("username", .username)
        role = fields.optional("role", .choosableRole)
        givenName = fields.optional("givenName", .nameOfPerson)
        familyName = fields.optional("familyName", .nameOfPerson)
        birthday = fields.optional("birthday", .date)
        deviceName = fields.optional("deviceName", .deviceName)
    }
}

/// The data of the session that a log-in creates.
public struct NewSession: Input {
    /// The name that the person gives to the device: 1 to 100 characters; nil for none.
    public let deviceName: String?

    /// Creates the input without checking it; the server accepts a name of 1 to 100 characters, or none.
    public init(deviceName: String? = nil) {
        self.deviceName = deviceName
    }

    public init(_ fields: inout Fields) {
        deviceName = fields.optional("deviceName", .deviceName)
    }
}

extension FieldType<String> {
    /// The name that a person gives to one of their devices: 1 to 100 characters.
    package static var deviceName: Self { text(1...100) }
}

/// A reference to one of the caller's own sessions.
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
        "signUp", .post, "/users", .anyone, success: 201,
        errors: [.crossOrigin, .inviteInvalid, .emailTaken, .usernameTaken, .tooManyRequests], sessionEffect: .begins,
        summary: "Create an account. Communities that aren't open require an invite.")
    public static let logIn = Endpoint<NewSession, SignedIn>(
        "logIn", .post, "/sessions", .basic, success: 201, errors: [.crossOrigin, .tooManyRequests], sessionEffect: .begins,
        summary: "Log in on this device, with e-mail address and password.",
        details: "Send the returned token as `Authorization: Bearer …` with every further request.")
    public static let listSessions = Endpoint<NoInput, Items<Session>>(
        "listSessions", .get, "/sessions", .user, caching: .noStore, summary: "List your sessions.")
    public static let endCurrentSession = Endpoint<NoInput, NoContent>(
        "endCurrentSession", .delete, "/sessions/current", .user, success: 204, isIdempotent: false, sessionEffect: .ends,
        summary: "End the current session.")
    public static let endSession = Endpoint<SessionReference, NoContent>(
        "endSession", .delete, "/sessions/{sessionID}", .user, success: 204, summary: "End one of your sessions.")
    public static let endOtherSessions = Endpoint<NoInput, NoContent>(
        "endOtherSessions", .delete, "/sessions", .user, success: 204, summary: "End all of your other sessions.")
    public static let showMe = Endpoint<NoInput, Me>("showMe", .get, "/me", .user, summary: "Retrieve your account.")
    public static let exportMe = Endpoint<NoInput, Attachment>(
        "exportMe", .get, "/me/export", .user, caching: .noStore, errors: [.tooManyRequests],
        summary: "Export all of your data.",
        details: """
            Returns one JSON document with `exportedAt`, `community`, `me`, and a member for each kind of data you have, mostly a list of \
            objects. It contains nothing that other people wrote. The server streams the document; one that ends early is incomplete.
            """)
}
