import DavenportAPI
import Foundation

extension Role {
    /// The minimum age of a teacher, in years (rule 2.4).
    private static let teacherAge = 18

    /// Checks the birthday of a user who has this role or gets it (rules 2). The current date is the one in UTC.
    ///
    /// No birthday may lie in the future. A teacher must have a birthday and the minimum age.
    /// - Throws: `invalid`, naming `birthday`.
    package func requireBirthday(_ birthday: CalendarDate?, at now: Date) throws {
        let today = CalendarDate(of: now)
        if let birthday, birthday > today { throw Problem.invalid("birthday", .outOfRange, "must not be in the future") }
        guard self == .teacher else { return }
        guard let birthday else { throw Problem.invalid("birthday", .missing, "is required of a teacher") }
        guard birthday.age(on: today) >= Self.teacherAge else {
            throw Problem.invalid("birthday", .notAllowed, "must lie at least \(Self.teacherAge) years back for a teacher")
        }
    }

    /// Returns the latest date of birth with which somebody is old enough today, in UTC, to be a teacher.
    package static func latestBirthdayOfTeachers(at now: Date) -> CalendarDate {
        let today = Timestamp.civil(fromDays: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
        let day = CalendarDate(year: today.year - teacherAge, month: today.month, day: today.day)
        // If today is 29 February and the other year has none, the latest such birthday is 28 February.
        return CalendarDate(day.description) ?? CalendarDate(year: day.year, month: day.month, day: day.day - 1)
    }
}

extension CalendarDate {
    /// The day of a moment, in UTC.
    package init(of moment: Date) {
        let day = Timestamp.civil(fromDays: Int((moment.timeIntervalSince1970 / 86_400).rounded(.down)))
        self.init(year: day.year, month: day.month, day: day.day)
    }

    /// Returns the age in full years that a person with this birthday has on a day. For people born on 29 February, 1
    /// March counts as the birthday in years without that day.
    package func age(on day: CalendarDate) -> Int {
        day.year - year - ((day.month, day.day) < (month, self.day) ? 1 : 0)
    }
}

extension Role {
    /// Returns whether a user with this role may invite somebody to have another role (rules 2 and 3).
    ///
    /// Everybody may invite to the tenant's default role. Teachers may also invite students, admins may invite to all
    /// roles but *owner* and *admin*, and owners may invite to all roles.
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
    /// Whether the role administers the tenant: admins and owners see all users and change their roles.
    package var administers: Bool { self == .owner || self == .admin }

    /// Returns whether a user with this role may change and suspend users who have the role `role`, and may give users
    /// the role `role` (rule 2).
    ///
    /// Owners may do so with every role, and admins with all but *owner* and *admin*.
    package func mayAppoint(_ role: Role) -> Bool {
        self == .owner || self == .admin && !role.administers
    }
}
