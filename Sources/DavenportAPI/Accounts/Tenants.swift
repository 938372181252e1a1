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

    public init(
        name: String, slug: String, features: [Feature], signup: SignupPolicy, signupRoles: [Role] = [], catalogue: Bool = false,
        fetchesSubtitles: Bool = false
    ) {
        self.name = name
        self.slug = slug
        self.features = features
        self.signup = signup
        self.signupRoles = signupRoles
        self.catalogue = catalogue
        self.fetchesSubtitles = fetchesSubtitles
    }
}

extension Endpoints {
    static let tenant: [any EndpointDeclaration] = [showTenant]

    public static let showTenant = Endpoint<NoInput, TenantInfo>(
        "showTenant", .get, "/tenant", .anyone, summary: "Retrieve the community that the request addresses.")
}
