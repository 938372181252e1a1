import DavenportAPI
import Foundation

/// The usernames that the server tries for a person who chooses none (rule 2.22): a word, and then the word with more and
/// more random digits behind it.
///
/// Everybody sees a username, so it reveals as little as possible: one word of the given name, or else of the e-mail
/// address before its `@`, without digits. The digits are random, so they don't reveal how many people have the word.
struct MadeUsernames: Sendable {
    /// How many usernames are tried. The last ones have six random digits.
    static let attempts = 12
    private static let mostDigits = 6
    /// The word if neither name nor e-mail address has one that may be a username.
    private static let neutralWord = "person"

    private let word: String
    private let password: String?

    /// - Parameter rules: the rules for the texts of the person, whose words are left out too.
    init(for user: NewUser, in tenant: Tenant, _ rules: TextRules?) {
        let address = user.email.prefix { $0 != "@" }
        let words = [user.givenName.map { $0.prefix { $0 != "@" } }, address].compactMap { $0 }.flatMap(Self.words)
        word = words.first { Self.isAllowed($0, in: tenant, rules) } ?? Self.neutralWord
        password = user.password?.folded
    }

    /// Returns the username to try after `attempt` others were taken.
    func username(_ attempt: Int) -> String {
        if attempt == 0, word != password { return word }
        let digits = min(attempt + 1, Self.mostDigits)
        var username: String
        repeat { username = word + (0..<digits).map { _ in String(Int.random(in: 0...9)) }.joined() } while username == password
        return username
    }

    /// Returns the words of a text in lower case, as long as digits behind them allow.
    private static func words(_ text: Substring) -> [String] {
        let longest = NameLength.username.upperBound - mostDigits
        return String(text).folded.unicodeScalars.split { !$0.isLetterOrMark }.map { String(String.UnicodeScalarView($0.prefix(longest))) }
    }

    /// Whether a word, and the word with digits behind it, is allowed as a username. A word that differs from the form in which usernames
    /// are compared isn't allowed.
    private static func isAllowed(_ word: String, in tenant: Tenant, _ rules: TextRules?) -> Bool {
        guard word.folded.unicodeScalars.elementsEqual(word.unicodeScalars) else { return false }
        return [word, word + "23"].allSatisfy { username in
            FieldType.username.refusal(of: .string(username)) == nil && (try? ReservedUsernames.refuse(username, in: tenant)) != nil
                && (try? rules?.check(["username": username]).isEmpty ?? true) == true
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrMark: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
