import Foundation

/// A limit that an operator can change for a tenant.
package protocol DeclaredLimit: Sendable {
    /// The stable name under which the operators' changes are stored.
    var name: String { get }
    /// The default, which holds unless an operator changed it for the tenant.
    var usual: Int { get }
    /// The values that an operator may set.
    var range: ClosedRange<Int> { get }
    /// The name in JSON for operators.
    var field: String { get }
    /// The text that follows the number in output for operators.
    var phrase: String { get }
}

extension DeclaredLimit {
    /// The name of the command-line option: `invites-per-hour`.
    package var option: String { field.words.joined(separator: "-") }
}

/// A rate limit: how many things of a kind a user may create in a period (rules 20). It is declared in the `Rules/`
/// folder of its area.
package struct Allowance: DeclaredLimit, Hashable {
    /// The kind of thing. The operators' changes are stored under this name.
    package let name: String
    /// The default number, which holds unless an operator changed it for the tenant.
    package let usual: Int
    /// The period in which uses are counted.
    package let window: Window

    /// The period in which uses are counted. It begins with the first use, and all its uses expire together at its end.
    package enum Window: String, Sendable {
        case minute
        case hour
        case day
    }

    /// Declares a rate limit, such as `Allowance("invites", 60, a: .hour)`.
    package init(_ name: String, _ usual: Int, a window: Window) {
        self.name = name
        self.usual = usual
        self.window = window
    }

    /// The length of the period in seconds.
    package var seconds: TimeInterval {
        switch window {
        case .minute: 60
        case .hour: 3600
        case .day: 24 * 3600
        }
    }

    /// The name in JSON for operators: `invitesPerHour`.
    package var field: String { "\(name)Per\(window.rawValue.capitalized)" }

    package var range: ClosedRange<Int> { 1...1_000_000 }

    /// The text that follows the number in output for operators: `friend requests an hour`.
    package var phrase: String {
        let article =
            switch window {
            case .minute, .day: "a"
            case .hour: "an"
            }
        return (name.words + [article, window.rawValue]).joined(separator: " ")
    }
}

/// A capacity: how much of a kind all users of a tenant together may have (rule 11.67). It is declared in the `Rules/`
/// folder of its area.
package struct Capacity: DeclaredLimit, Hashable {
    package let name: String
    package let usual: Int
    /// The text that follows the number in output for operators: `bytes of files`.
    package let phrase: String

    /// Declares a capacity, such as `Capacity("fileBytes", 1 << 30, "bytes of files")`.
    package init(_ name: String, _ usual: Int, _ phrase: String) {
        (self.name, self.usual, self.phrase) = (name, usual, phrase)
    }

    /// From nothing at all to more than any disk holds.
    package var range: ClosedRange<Int> { 0...(1 << 50) }

    package var field: String { name }
}

extension String {
    /// The words of a camelCase name, in lower case.
    fileprivate var words: [String] {
        reduce(into: [""]) { words, letter in
            if letter.isUppercase { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
    }
}
