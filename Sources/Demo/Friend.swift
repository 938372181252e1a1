import Foundation

/// Who lives in the demo.
enum Friend: String, CaseIterable, Sendable {
    case ada
    case bea
    case cem
    case dora

    var givenName: String { rawValue.capitalized }
    var email: String { rawValue + "@example.org" }

    /// What Apple would call the friend's phone, if there were one: 64 digits that end in the name's first letter.
    var apnsToken: String {
        let letter = String(rawValue.utf8.first ?? 0, radix: 16)
        return String(repeating: letter, count: 32)
    }
}
