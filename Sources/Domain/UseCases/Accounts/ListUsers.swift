import DavenportAPI
import Foundation

extension UseCases {
    /// Lets an operator list all users of a tenant.
    ///
    /// Returns the users, sorted by e-mail address.
    public func listUsers(_ tenant: Tenant) async throws -> [ListedUser] {
        try await database.transaction(in: tenant.id, .singleRoundTrip) { try await OperatedUserRepository($0).list() }
    }
}

/// A user as operators list them.
public struct ListedUser: Encodable, Sendable {
    public let id: UUID
    public let email: String
    public let username: String
    public let role: Role
    public let createdAt: Date
    public let suspended: Bool
    public let bot: Bool
    /// Whether the user has a password.
    public let hasPassword: Bool
    /// The number of the user's passkeys.
    public let passkeys: Int
}
