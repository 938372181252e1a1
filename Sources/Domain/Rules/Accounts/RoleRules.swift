import DavenportAPI
import Foundation

extension Role {
    /// In years.
    private static let teacherAge = 18

    /// A teacher is that old or older on the day, by the UTC date; without a birthday nobody becomes one (rules 2). Nobody is born in
    /// the future.
    package func requireBirthday(_ birthday: CalendarDate?, at now: Date) throws {
        let today = Timestamp.civil(fromDays: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
        if let birthday, birthday > today { throw Problem.invalid("birthday", .outOfRange, "must not be in the future") }
        guard self == .teacher else { return }
        guard let birthday else { throw Problem.invalid("birthday", .missing, "is required of a teacher") }
        guard birthday.age(on: today) >= Self.teacherAge else {
            throw Problem.invalid("birthday", .notAllowed, "must lie at least \(Self.teacherAge) years back for a teacher")
        }
    }

    /// The latest birthday with which somebody has a teacher's age.
    package static func latestBirthdayOfTeachers(at now: Date) -> CalendarDate {
        let today = Timestamp.civil(fromDays: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
        let day = CalendarDate(year: today.year - teacherAge, month: today.month, day: today.day)
        // On 29 February, where the other year had none, whoever was born on the 28th is the last to have had their birthday.
        return CalendarDate(day.description) ?? CalendarDate(year: day.year, month: day.month, day: day.day - 1)
    }
}

extension CalendarDate {
    /// Full years on a day; who is born on 29 February has their birthday on 1 March in other years.
    package func age(on day: CalendarDate) -> Int {
        day.year - year - ((day.month, day.day) < (month, self.day) ? 1 : 0)
    }
}

extension Role {
    /// Who may give out which role (rules 2 and 3): everybody the tenant's default, teachers students, admins all but owners and admins,
    /// owners all.
    package func mayInvite(_ role: Role, to tenant: Tenant) -> Bool {
        if role == tenant.defaultRole { return true }
        return switch self {
        case .owner: true
        case .admin: role != .owner && role != .admin
        case .teacher: role == .student
        default: false
        }
    }
}

extension Role {
    /// Whether somebody runs the community: sees who is in it, and changes what they may.
    package var administers: Bool { self == .owner || self == .admin }

    /// Who may change or suspend somebody of a role, and make somebody one: owners everybody, admins all but owners and admins (rule
    /// 2).
    package func mayAppoint(_ role: Role) -> Bool {
        self == .owner || self == .admin && !role.administers
    }
}
