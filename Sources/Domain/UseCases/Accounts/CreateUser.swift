import DavenportAPI
import Foundation

/// Lets an operator create an account with any role, such as a tenant's first owner.
public struct CreateUser: Sendable {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Creates the account.
    /// - Throws: `invalid` if a teacher is too young or has no birthday; `emailTaken`; `usernameTaken`.
    public func callAsFunction(_ tenant: Tenant, _ user: NewUser, role: Role) async throws -> Me {
        try user.refuseWeakPassword()
        let passwordHash = try await dependencies.passwords.hash(user.password, for: tenant)
        return try await dependencies.database.transaction(in: tenant.id) { transaction in
            let me = try await EnrollUser(transaction: transaction, areas: dependencies.areas)(
                user, role: role, passwordHash: passwordHash, in: tenant)
            try await transaction.audit(.userCreated, by: .operator, on: me.id, detail: role.rawValue)
            return me
        }
    }
}
