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

    /// A phone with an invented token.
    enum Phone {
        case iPhone(apnsToken: String)
        case android(fcmToken: String)
    }

    /// The phone of this person. Its token repeats the code of the name's first letter.
    var phone: Phone {
        let letters = String(repeating: String(rawValue.utf8.first ?? 0, radix: 16), count: 32)
        return self == .dora ? .android(fcmToken: "android:\(letters)") : .iPhone(apnsToken: letters)
    }
}
