import DavenportAPI
import Foundation

/// Creates an account with any role. It serves operators, who give a tenant its first owner this way.
public struct CreateUser: Sendable {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Creates the account.
    /// - Throws: `invalid`, `emailTaken` or `usernameTaken`.
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
