import DavenportAPI

/// Lets an operator list all tenants of the deployment.
public struct ListTenants: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Returns the tenants, sorted by slug.
    public func callAsFunction() async throws -> [ListedTenant] {
        try await TenantRegistry(database: database).list()
    }
}

/// A tenant as operators list it.
public struct ListedTenant: Encodable, Sendable {
    public let slug: String
    public let name: String
    public let features: [Feature]
    public let signup: SignupPolicy
    /// The roles among which people choose at open sign-up.
    public let signupRoles: [Role]
    public let suspended: Bool
    /// Whether the tenant is being imported from a file and so is not visible yet.
    public let importing: Bool
    public let hosts: [String]
    public let userCount: Int
}
