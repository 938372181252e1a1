import DavenportAPI

/// Every tenant of the deployment, as its operator sees them.
public struct ListTenants: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// By slug.
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
    /// Whether it is coming in from a file, and nobody sees it yet.
    public let importing: Bool
    public let hosts: [String]
    public let userCount: Int
}
