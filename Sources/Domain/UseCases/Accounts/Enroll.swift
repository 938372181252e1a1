import DavenportAPI
import Foundation

extension AccountRepository {
    /// Makes a person of somebody who may have the role.
    func enroll(_ user: NewUser, role: Role, passwordHash: String) async throws -> Me {
        try role.requireBirthday(user.birthday, at: transaction.now)
        let color = try await rarestColor(of: IdentityColor.palette)
        return try await insert(
            user, id: .version7(at: transaction.now), role: role, passwordHash: passwordHash, identityColor: color)
    }
}
