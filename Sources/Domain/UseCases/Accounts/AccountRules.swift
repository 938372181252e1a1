import DavenportAPI
import Foundation

extension NewUser {
    /// Refuses the passwords that anybody would try first (rules.md 2).
    func refuseWeakPassword() throws {
        let guess = password.folded
        if CommonPasswords.list.contains(guess) {
            throw DomainError.invalid("password", .tooCommon, "is one of the commonest passwords")
        }
        if guess == username.folded || guess == email.folded {
            throw DomainError.invalid("password", .notAllowed, "must not be the username or the e-mail address")
        }
    }

    /// A teacher is 18 or older on the day, by the UTC date; without a birthday nobody becomes one (rules.md 2).
    func requireBirthday(for role: Role, at now: Date) throws {
        let today = Timestamp.civil(fromDays: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
        if let birthday, birthday > today { throw DomainError.invalid("birthday", .outOfRange, "must not be in the future") }
        guard role == .teacher else { return }
        guard let birthday else { throw DomainError.invalid("birthday", .missing, "is required of a teacher") }
        guard birthday.age(on: today) >= 18 else {
            throw DomainError.invalid("birthday", .notAllowed, "must lie at least 18 years back for a teacher")
        }
    }
}

extension AccountRepository {
    /// Makes a person of somebody who may have the role.
    func enroll(_ user: NewUser, role: Role, passwordHash: String) async throws -> Me {
        try user.requireBirthday(for: role, at: transaction.now)
        let color = try await rarestColor(of: IdentityColor.palette)
        return try await insert(
            user, id: .version7(at: transaction.now), role: role, passwordHash: passwordHash, identityColor: color)
    }
}

extension CalendarDate {
    /// Full years on a day; who is born on 29 February has their birthday on 1 March in other years.
    func age(on day: CalendarDate) -> Int {
        day.year - year - ((day.month, day.day) < (month, self.day) ? 1 : 0)
    }
}

extension Role {
    /// Who may give out which role (rules.md 2 and 3): everybody the tenant's default, teachers students, admins all but owners and admins,
    /// owners all.
    func mayInvite(_ role: Role, to tenant: Tenant) -> Bool {
        if role == tenant.defaultRole { return true }
        return switch self {
        case .owner: true
        case .admin: role != .owner && role != .admin
        case .teacher: role == .student
        case .student, .member: false
        }
    }
}

/// The colours by which people are told apart, readable on light and dark.
enum IdentityColor {
    static let palette = [
        "#d1495b", "#00798c", "#edae49", "#3f7d20", "#7b5ea7", "#e2711d", "#2a6fdb", "#c2528b", "#4d9078", "#9a6324", "#5c6bc0", "#8d99ae",
    ]
}
