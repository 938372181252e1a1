import DavenportAPI
import Foundation

extension UseCases {
    /// Lets an operator create an account with any role, such as a tenant's first owner.
    /// - Throws: `invalid` if a teacher is too young or has no birthday; `emailTaken`; `usernameTaken`.
    public func createUser(_ tenant: Tenant, _ user: NewUser, role: Role) async throws -> Me {
        let passwordHash = try await passwords.hash(try user.strongPassword(), for: tenant)
        return try await database.transaction(in: tenant.id) { transaction in
            let me = try await EnrollUser(transaction: transaction, areas: areas)(
                user, role: role, passwordHash: passwordHash, in: tenant)
            try await transaction.audit(.userCreated, by: .operator, on: me.id, detail: role.rawValue)
            return me
        }
    }
}
