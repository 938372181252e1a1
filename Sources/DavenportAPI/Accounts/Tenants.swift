/// What a community can do together. Each tenant enables some.
///
/// The areas that a tenant can turn off have their names here and not in their folders: the wire has one list of them, by which clients
/// decide what to show, and whoever comes to a class becomes a student there (rules 2).
public struct Feature: OpenEnumeration {
    public static let watch = Self(keeping: "watch")
    public static let `class` = Self(keeping: "class")
    public static let play = Self(keeping: "play")

    public static let allCases = [watch, `class`, play]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// How people get into a tenant.
public struct SignupPolicy: OpenEnumeration {
    /// With an invite.
    public static let invite = Self(keeping: "invite")
    /// Anybody who knows the address.
    public static let open = Self(keeping: "open")

    public static let allCases = [invite, open]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A tenant as anybody sees it.
public struct TenantInfo: Codable, Sendable, Equatable {
    public let name: String
    /// 2 to 40 of a–z, 0–9 and `-`; what the header `Davenport-Tenant` names.
    public let slug: String
    public let features: [Feature]
    public let signup: SignupPolicy

    public init(name: String, slug: String, features: [Feature], signup: SignupPolicy) {
        self.name = name
        self.slug = slug
        self.features = features
        self.signup = signup
    }
}

extension Endpoints {
    static let tenant: [any EndpointDeclaration] = [showTenant]

    public static let showTenant = Endpoint<NoInput, TenantInfo>(
        "showTenant", .get, "/tenant", .anyone, summary: "The community that the request is for.")
}
