import DavenportAPI
import Foundation

extension UseCases {
    /// Lets an operator list all tenants of the deployment.
    ///
    /// Returns the tenants, sorted by slug.
    /// - Parameter selfMade: whether to return only the tenants that somebody created by the API.
    public func listTenants(selfMade: Bool = false) async throws -> [ListedTenant] {
        try await TenantRegistry(database: database).list().filter { $0.selfMade || !selfMade }
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
    public let createdAt: Date
    /// Whether somebody created the tenant by the API, rather than an operator.
    public let selfMade: Bool
    /// The e-mail address of the person who created the tenant by the API; nil if an operator created it, or the account was deleted.
    public let maker: String?
    public let suspended: Bool
    /// Whether the tenant is suspended because it is being moved to another deployment.
    public let moving: Bool
    /// Whether the tenant is being imported from a file and so is not visible yet.
    public let importing: Bool
    public let hosts: [String]
    public let userCount: Int
}
