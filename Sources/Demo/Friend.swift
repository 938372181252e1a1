import Foundation

/// Who lives in the demo.
enum Friend: String, CaseIterable, Sendable {
    case ada
    case bea
    case cem
    case dora

    var givenName: String { rawValue.capitalized }
    var email: String { rawValue + "@example.org" }
}
