import DavenportAPI

/// Lists all tenants of the deployment. It serves operators.
public struct ListTenants: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Returns the tenants, ordered by slug.
    public func callAsFunction() async throws -> [ListedTenant] {
        try await TenantRegistry(database: database).list()
    }
}

/// A tenant in the operator's list.
public struct ListedTenant: Encodable, Sendable {
    public let slug: String
    public let name: String
    public let features: [Feature]
    public let signup: SignupPolicy
    public let suspended: Bool
    /// Whether the tenant is being imported from a file, and isn't visible yet.
    public let importing: Bool
    public let hosts: [String]
    public let userCount: Int
}
