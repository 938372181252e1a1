import DavenportAPI
import Foundation

/// Who lives in the demo: four friends who watch, and a teacher of one of them with three students.
enum Friend: String, CaseIterable, Sendable {
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

    /// By whose invite they came; nil of the owner, who came by the operator's.
    var inviter: Friend? {
        switch role {
        case .owner: nil
        case .student: .greta
        default: .ada
        }
    }

    /// A teacher needs one.
    var birthday: CalendarDate? { role == .teacher ? CalendarDate(year: 1984, month: 6, day: 2) : nil }

    /// What Apple would call the friend's phone, if there were one: 64 digits that end in the name's first letter.
    var apnsToken: String {
        let letter = String(rawValue.utf8.first ?? 0, radix: 16)
        return String(repeating: letter, count: 32)
    }
}
