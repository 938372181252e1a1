/// A feature that a tenant can enable.
///
/// Clients use the tenant's features to decide what to show. In a tenant with the feature `class`, new members become
/// students (rules 2). All features are declared here and not in the areas' folders, because the API has one list of
/// them.
public struct Feature: OpenEnumeration {
    public static let watch = Self(keeping: "watch")
    public static let `class` = Self(keeping: "class")
    public static let play = Self(keeping: "play")

    public static let allCases = [watch, `class`, play]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The condition for signing up in a tenant.
public struct SignupPolicy: OpenEnumeration {
    /// Sign-up requires an invite.
    public static let invite = Self(keeping: "invite")
    /// Anybody who knows the tenant's address can sign up.
    public static let open = Self(keeping: "open")

    public static let allCases = [invite, open]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The public data of a tenant.
public struct TenantInfo: Codable, Sendable, Equatable {
    public let name: String
    /// The tenant's identifier in the header `Davenport-Tenant`: 2 to 40 characters of a–z, 0–9 and `-`.
    public let slug: String
    public let features: [Feature]
    public let signup: SignupPolicy
    /// The roles among which a person chooses who signs up without an invite; empty if everybody gets the usual role.
    public let signupRoles: [Role]
    /// Whether the server has a catalogue of shows and movies. Without one, a client must send the titles of shows and
    /// movies itself.
    public let catalogue: Bool
    /// Whether the server can fetch subtitles from OpenSubtitles.com. Without that, people can only upload them.
    public let fetchesSubtitles: Bool
    /// Where to turn to about the community: an e-mail address or a URL; nil if the operator named none.
    public let contact: String?
    /// The URL of the community's terms; nil if the operator named none.
    public let terms: String?
    /// The public key with which a browser subscribes to this community's pushes, 65 bytes in base64url. It is nil if the
    /// community sends none to browsers.
    public let webPushKey: String?
    /// The people who may make links for new passwords.
    public let passwordLinks: PasswordLinkMakers
    /// Whether the community sends e-mails, such as links for new passwords.
    public let email: Bool
    /// What the community says of itself: 1 to 500 characters, in any number of lines; nil if its owners wrote nothing.
    public let description: String?
    /// The community's colour in clients, as `#rrggbb`.
    public let identityColor: String
    /// The path of the community's picture on this server; nil if there is none.
    public let pictureURL: String?

    public init(
        name: String, slug: String, features: [Feature], signup: SignupPolicy, signupRoles: [Role] = [], catalogue: Bool = false,
        fetchesSubtitles: Bool = false, contact: String? = nil, terms: String? = nil, webPushKey: String? = nil,
        passwordLinks: PasswordLinkMakers = .admins, email: Bool = false, description: String? = nil, identityColor: String,
        pictureURL: String? = nil
    ) {
        self.name = name
        self.slug = slug
        self.description = description
        self.identityColor = identityColor
        self.pictureURL = pictureURL
        self.features = features
        self.signup = signup
        self.signupRoles = signupRoles
        self.catalogue = catalogue
        self.fetchesSubtitles = fetchesSubtitles
        self.contact = contact
        self.terms = terms
        self.webPushKey = webPushKey
        self.passwordLinks = passwordLinks
        self.email = email
    }
}

/// What owners change of their community. An omitted field keeps its value, and `null` clears the description.
public struct TenantChange: Input {
    /// The new description: 1 to 500 characters, in any number of lines.
    public let description: Patch<String>

    /// Creates the input without checking it; the server enforces the limits.
    public init(description: Patch<String> = .keep) {
        self.description = description
    }

    public init(_ fields: inout Fields) {
        description = fields.patch("description", .tenantDescription)
    }
}

extension FieldType<String> {
    /// What a community says of itself. A check of the database has the limit too.
    package static var tenantDescription: Self { text(1...500, lines: true) }
}

/// How much waits for those who run the community.
public struct TenantCounts: Codable, Sendable, Equatable {
    /// The number of things with open reports that the caller may decide.
    public let openReports: Int
    /// The number of invites with which somebody can sign up now.
    public let openInvites: Int
    /// The number of feedback messages in the state `created`.
    public let newFeedback: Int

    public init(openReports: Int, openInvites: Int, newFeedback: Int) {
        (self.openReports, self.openInvites, self.newFeedback) = (openReports, openInvites, newFeedback)
    }
}

/// A community that somebody creates for themselves and their friends, with the account that becomes its owner.
public struct NewTenant: Input {
    /// The community's name: 1 to 200 characters.
    public let name: String
    /// The community's identifier: 2 to 40 characters of a–z, 0–9 and `-`, which no other community has. Some are reserved.
    public let slug: String
    /// The owner's e-mail address: 3 to 254 characters.
    public let email: String
    /// The owner's password: 8 to 128 characters. It can't be a common password, the username or the e-mail address.
    public let password: String
    /// The owner's username; nil lets the server make one, as at a sign-up.
    public let username: String?
    /// The owner's given name: 1 to 60 characters; nil for none.
    public let givenName: String?
    /// The owner's family name: 1 to 60 characters; nil for none.
    public let familyName: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        name: String, slug: String, email: String, password: String, username: String? = nil, givenName: String? = nil,
        familyName: String? = nil
    ) {
        self.name = name
        self.slug = slug
        self.email = email
        self.password = password
        self.username = username
        self.givenName = givenName
        self.familyName = familyName
    }

    public init(_ fields: inout Fields) {
        name = fields.required("name", .text(1...200))
        slug = fields.required("slug", .text(2...40))
        email = fields.required("email", .email)
        password = fields.required("password", .password)
        username = fields.optional("username", .username)
        givenName = fields.optional("givenName", .nameOfPerson)
        familyName = fields.optional("familyName", .nameOfPerson)
    }
}

extension NewTenant {
    /// The account that becomes the community's owner.
    package var owner: NewUser {
        NewUser(email: email, password: password, username: username, givenName: givenName, familyName: familyName)
    }
}

/// A new community, and its owner's account. The owner logs in with the header `Davenport-Tenant`.
public struct CreatedTenant: Codable, Sendable, Equatable {
    public let tenant: TenantInfo
    public let owner: Me

    public init(tenant: TenantInfo, owner: Me) {
        self.tenant = tenant
        self.owner = owner
    }
}

extension Endpoints {
    static let tenant: [any EndpointDeclaration] = [
        showTenant, changeTenant, setTenantPicture, deleteTenantPicture, showTenantPicture, showTenantCounts, createTenant,
    ]

    public static let showTenant = Endpoint<NoInput, TenantInfo>(
        "showTenant", .get, "/tenant", .anyone, summary: "Retrieve the community that the request addresses.")
    public static let changeTenant = Endpoint<TenantChange, TenantInfo>(
        "changeTenant", .patch, "/tenant", .roles([.owner]), isIdempotent: true,
        summary: "Change what your community says of itself.",
        details: "Everybody who reaches the community reads it, also without an account. Operators change the name.")
    public static let setTenantPicture = Endpoint<NewAvatar, TenantInfo>(
        "setTenantPicture", .put, "/tenant/picture", .roles([.owner]), body: .bytes(of: AvatarLimits.mediaTypes, upTo: AvatarLimits.size),
        errors: [.invalid], summary: "Set your community's picture: PNG, JPEG or WebP.")
    public static let deleteTenantPicture = Endpoint<NoInput, NoContent>(
        "deleteTenantPicture", .delete, "/tenant/picture", .roles([.owner]), success: 204, summary: "Delete your community's picture.")
    public static let showTenantPicture = Endpoint<NoInput, Media>(
        "showTenantPicture", .get, "/tenant/picture", .anyone, answering: AvatarLimits.mediaTypes, errors: [.notFound],
        summary: "Retrieve the community's picture.")
    public static let showTenantCounts = Endpoint<NoInput, TenantCounts>(
        "showTenantCounts", .get, "/tenant/counts", .roles([.admin, .owner]), summary: "Count what waits for those who run the community.")
    public static let createTenant = Endpoint<NewTenant, CreatedTenant>(
        "createTenant", .post, "/tenants", .stranger, success: 201, errors: [.featureOff, .tooManyRequests],
        summary: "Create a community of your own, where the deployment allows it.",
        details: """
            The community has the features `watch` and `play`, and its owner invites everybody else. To log in, name it in the header \
            `Davenport-Tenant`.
            """)
}
