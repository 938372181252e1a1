import DavenportAPI
import Foundation

/// What a password must not be (rules.md 2), whatever its length.
enum PasswordRules {
    /// Refuses the passwords that anybody would try first.
    /// - Parameter field: the password's name in the request.
    static func refuseWeak(_ password: String, username: String, email: String, field: String = "password") throws {
        let guess = password.folded
        if CommonPasswords.list.contains(guess) { throw DomainError.invalid(field, .tooCommon, "is one of the commonest passwords") }
        if guess == username.folded || guess == email.folded {
            throw DomainError.invalid(field, .notAllowed, "must not be the username or the e-mail address")
        }
    }
}

extension NewUser {
    /// Refuses the passwords that anybody would try first.
    func refuseWeakPassword() throws {
        try PasswordRules.refuseWeak(password, username: username, email: email)
    }
}

extension Role {
    /// A teacher is 18 or older on the day, by the UTC date; without a birthday nobody becomes one (rules.md 2). Nobody is born in the future.
    func requireBirthday(_ birthday: CalendarDate?, at now: Date) throws {
        let today = Timestamp.civil(fromDays: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
        if let birthday, birthday > today { throw DomainError.invalid("birthday", .outOfRange, "must not be in the future") }
        guard self == .teacher else { return }
        guard let birthday else { throw DomainError.invalid("birthday", .missing, "is required of a teacher") }
        guard birthday.age(on: today) >= 18 else {
            throw DomainError.invalid("birthday", .notAllowed, "must lie at least 18 years back for a teacher")
        }
    }
}

extension AccountRepository {
    /// Makes a person of somebody who may have the role.
    func enroll(_ user: NewUser, role: Role, passwordHash: String) async throws -> Me {
        try role.requireBirthday(user.birthday, at: transaction.now)
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
