import Foundation

/// Something that there may be only so much of, unless the tenant's operator says otherwise.
package protocol DeclaredLimit: Sendable {
    /// What it is of: by it the operators' changes are stored.
    var name: String { get }
    /// How much, unless the tenant's operator says otherwise.
    var usual: Int { get }
    /// How much an operator may say.
    var range: ClosedRange<Int> { get }
    /// As operators know it, in JSON.
    var field: String { get }
    /// As operators read it, behind a number.
    var phrase: String { get }
}

extension DeclaredLimit {
    /// As operators type it: `invites-per-hour`.
    package var option: String { field.words.joined(separator: "-") }
}

/// What each person may make only so many of in a while (rules 20): declared in the `Rules/` of its area, which brings it.
package struct Allowance: DeclaredLimit, Hashable {
    /// What is made: by it the operators' changes are stored.
    package let name: String
    /// How many, unless the tenant's operator says otherwise.
    package let usual: Int
    /// A while.
    package let window: Window

    /// From the first of what is counted together to the end of all.
    package enum Window: String, Sendable {
        case minute
        case hour
        case day
    }

    /// `Allowance("invites", 60, a: .hour)`.
    package init(_ name: String, _ usual: Int, a window: Window) {
        self.name = name
        self.usual = usual
        self.window = window
    }

    /// The length of the window.
    package var seconds: TimeInterval {
        switch window {
        case .minute: 60
        case .hour: 3600
        case .day: 24 * 3600
        }
    }

    /// As operators know it: `invitesPerHour`.
    package var field: String { "\(name)Per\(window.rawValue.capitalized)" }

    package var range: ClosedRange<Int> { 1...1_000_000 }

    /// As operators read it, behind a number: `friend requests an hour`.
    package var phrase: String {
        let article =
            switch window {
            case .minute, .day: "a"
            case .hour: "an"
            }
        return (name.words + [article, window.rawValue]).joined(separator: " ")
    }
}

/// What all of a tenant together may have only so much of (rule 11.67): declared in the `Rules/` of its area, which brings it.
package struct Capacity: DeclaredLimit, Hashable {
    package let name: String
    package let usual: Int
    /// As operators read it, behind a number: `bytes of files`.
    package let phrase: String

    /// `Capacity("fileBytes", 1 << 30, "bytes of files")`.
    package init(_ name: String, _ usual: Int, _ phrase: String) {
        (self.name, self.usual, self.phrase) = (name, usual, phrase)
    }

    /// None at all, up to more than any disk holds.
    package var range: ClosedRange<Int> { 0...(1 << 50) }

    package var field: String { name }
}

extension String {
    /// The words that a name in camelCase is made of, in lower case.
    fileprivate var words: [String] {
        reduce(into: [""]) { words, letter in
            if letter.isUppercase { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
    }
}
