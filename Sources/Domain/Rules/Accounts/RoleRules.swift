import DavenportAPI
import Foundation

extension Role {
    /// The minimum age of a teacher, in years.
    private static let teacherAge = 18

    /// Requires a valid birthday, and the minimum age for a teacher, by the UTC date (rules 2).
    ///
    /// A teacher must have a birthday. No birthday may lie in the future.
    /// - Throws: `invalid` naming `birthday`.
    package func requireBirthday(_ birthday: CalendarDate?, at now: Date) throws {
        let today = Timestamp.civil(fromDays: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
        if let birthday, birthday > today { throw Problem.invalid("birthday", .outOfRange, "must not be in the future") }
        guard self == .teacher else { return }
        guard let birthday else { throw Problem.invalid("birthday", .missing, "is required of a teacher") }
        guard birthday.age(on: today) >= Self.teacherAge else {
            throw Problem.invalid("birthday", .notAllowed, "must lie at least \(Self.teacherAge) years back for a teacher")
        }
    }

    /// Returns the latest birthday that gives a teacher the minimum age today.
    package static func latestBirthdayOfTeachers(at now: Date) -> CalendarDate {
        let today = Timestamp.civil(fromDays: Int((now.timeIntervalSince1970 / 86_400).rounded(.down)))
        let day = CalendarDate(year: today.year - teacherAge, month: today.month, day: today.day)
        // If today is 29 February and the other year has none, the latest such birthday is 28 February.
        return CalendarDate(day.description) ?? CalendarDate(year: day.year, month: day.month, day: day.day - 1)
    }
}

extension CalendarDate {
    /// Returns the age in full years on a day. The birthday of people born on 29 February is 1 March in other years.
    package func age(on day: CalendarDate) -> Int {
        day.year - year - ((day.month, day.day) < (month, self.day) ? 1 : 0)
    }
}

extension Role {
    /// Returns whether a user of this role may invite somebody with the other role (rules 2 and 3).
    ///
    /// Everybody may give out the tenant's default role, teachers *student*, admins all but *owner* and *admin*, owners all.
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
    /// Whether the role administers the tenant. Administrators see all users and change their roles.
    package var administers: Bool { self == .owner || self == .admin }

    /// Returns whether this role may change or suspend users of the other role, and give it to users (rule 2).
    ///
    /// Owners may do so for every role, and admins for all but *owner* and *admin*.
    package func mayAppoint(_ role: Role) -> Bool {
        self == .owner || self == .admin && !role.administers
    }
}
