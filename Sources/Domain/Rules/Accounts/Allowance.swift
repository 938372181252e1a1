import Foundation

/// A limit that an area declares, and that an operator can change for a tenant.
package protocol DeclaredLimit: Sendable {
    /// The name under which an operator's change is stored. It must never change.
    var name: String { get }
    /// The default value, which applies unless an operator sets another one for the tenant.
    var usual: Int { get }
    /// The range of values that an operator may set.
    var range: ClosedRange<Int> { get }
    /// The limit's name in JSON output for operators.
    var field: String { get }
    /// The text that follows the value in output for operators.
    var phrase: String { get }
}

extension DeclaredLimit {
    /// The name of the command-line option that sets the limit, such as `invites-per-hour`.
    package var option: String { field.words.joined(separator: "-") }
}

/// A rate limit: how many things of one kind each user may create in a period, or all users of a tenant together (rules
/// 20). Each area declares its rate limits in its `Rules/` folder.
package struct Allowance: DeclaredLimit, Hashable {
    /// The kind of thing, such as `invites`. An operator's change is stored under this name, so it must never change.
    package let name: String
    /// The default number, which applies unless an operator sets another one for the tenant.
    package let usual: Int
    /// The period for which the number applies.
    package let window: Window
    /// Whether all users of a tenant share the number.
    package let isShared: Bool

    /// A period for which things are counted. It begins with the first thing that a user creates, and at its end the
    /// count starts again at 0.
    package enum Window: String, Sendable {
        case minute
        case hour
        case day
    }

    /// Declares a rate limit, such as `Allowance("invites", 60, a: .hour)`.
    package init(_ name: String, _ usual: Int, a window: Window, isShared: Bool = false) {
        self.name = name
        self.usual = usual
        self.window = window
        self.isShared = isShared
    }

    /// The length of the period in seconds.
    package var seconds: TimeInterval {
        switch window {
        case .minute: 60
        case .hour: 3600
        case .day: 24 * 3600
        }
    }

    /// The limit's name in JSON output for operators, such as `invitesPerHour`.
    package var field: String { "\(name)Per\(window.rawValue.capitalized)" }

    package var range: ClosedRange<Int> { 1...1_000_000 }

    /// The text that follows the value in output for operators, such as `friend requests an hour`.
    package var phrase: String {
        let article =
            switch window {
            case .minute, .day: "a"
            case .hour: "an"
            }
        return (name.words + [article, window.rawValue]).joined(separator: " ")
    }
}

/// A capacity: how much of one kind all users of a tenant together may have (rule 11.67). Each area declares its
/// capacities in its `Rules/` folder.
package struct Capacity: DeclaredLimit, Hashable {
    package let name: String
    package let usual: Int
    /// The text that follows the value in output for operators, such as `bytes of files`.
    package let phrase: String

    /// Declares a capacity, such as `Capacity("fileBytes", 1 << 30, "bytes of files")`.
    package init(_ name: String, _ usual: Int, _ phrase: String) {
        (self.name, self.usual, self.phrase) = (name, usual, phrase)
    }

    /// The range of values that an operator may set, from nothing at all to more than any disk holds.
    package var range: ClosedRange<Int> { 0...(1 << 50) }

    package var field: String { name }
}

extension String {
    /// The words of a camelCase name, each in lower case.
    fileprivate var words: [String] {
        reduce(into: [""]) { words, letter in
            if letter.isUppercase { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
    }
}
