import DavenportAPI
import Foundation

/// The people of the demo: four friends who watch together, and a teacher with three students.
enum Friend: String, CaseIterable, Sendable, Decodable {
    case ada
    case bea
    case cem
    case dora
    case greta
    case finn
    case ida
    case jon

    var givenName: String { rawValue.capitalized }
    var email: String { rawValue + "@example.org" }

    var role: Role {
        switch self {
        case .ada: .owner
        case .bea, .cem, .dora: .member
        case .greta: .teacher
        case .finn, .ida, .jon: .student
        }
    }

    /// The person who invited this person; nil for the owner, who has an operator's invite.
    var inviter: Friend? {
        switch role {
        case .owner: nil
        case .student: .greta
        default: .ada
        }
    }

    /// The person's date of birth; nil except for the teacher, whose role requires one.
    var birthday: CalendarDate? { role == .teacher ? CalendarDate(year: 1984, month: 6, day: 2) : nil }

    /// An invented device token for the phone of this person: 64 digits that repeat the code of the name's first
    /// letter.
    var apnsToken: String {
        let letter = String(rawValue.utf8.first ?? 0, radix: 16)
        return String(repeating: letter, count: 32)
    }
}
