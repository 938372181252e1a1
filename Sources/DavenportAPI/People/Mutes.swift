import Foundation

/// The people and words that a user mutes (rule 4.9). The server still returns and counts muted texts, and clients
/// collapse them (`folds`). The server sends no push notifications about muted people.
public struct Mutes: Codable, Sendable, Equatable, Input {
    /// The maximum number of people and the maximum number of words that one user can mute, in this order.
    public static let (people, words) = (200, 100)
    /// The allowed number of characters of a muted word.
    public static let wordLength = 2...50

    /// The ids of the muted people.
    public let userIDs: [UUID]
    /// The muted words. A word matches whole words only. A word that ends with `*` matches every word with that
    /// beginning.
    public let words: [String]

    public init(userIDs: [UUID] = [], words: [String] = []) {
        (self.userIDs, self.words) = (userIDs, words)
    }

    public init(_ fields: inout Fields) {
        userIDs = fields.required("userIDs", .uuids(upTo: Self.people))
        words = fields.required("words", .texts(upTo: Self.words, of: Self.wordLength))
    }
}

extension Mutes {
    /// Whether a client collapses a text because its author is muted or blocked, or because it contains a muted word.
    ///
    /// The comparison ignores case and compatibility forms. A muted word matches only whole words: the characters
    /// before and after it must be neither letters nor digits. In scripts without spaces between words (Chinese,
    /// Japanese, Thai, Lao, Khmer, Burmese, Tibetan), it matches anywhere. In Korean, where particles follow a word, it
    /// matches at the beginning of a word.
    /// - Parameters:
    ///   - authorID: the text's author; nil if the account was deleted.
    ///   - blocked: the ids of the people that the reader blocks.
    public func folds(_ text: String, by authorID: UUID?, blocked: Set<UUID> = []) -> Bool {
        if let authorID, blocked.contains(authorID) || userIDs.contains(authorID) { return true }
        return WordMatcher(words).matches(text)
    }

    /// Returns the text in the form in which texts and muted words are compared. Case, compatibility forms and
    /// invisible characters make no difference in it, nor does the dot that lower case leaves on the `i` of `İ`.
    fileprivate static func compared(_ text: String) -> String {
        let scalars = text.precomposedStringWithCompatibilityMapping.folded.unicodeScalars.filter { !$0.isInvisible }
        var compared = String.UnicodeScalarView()
        for scalar in scalars where scalar != "\u{307}" || compared.last != "i" { compared.append(scalar) }
        return String(compared)
    }
}

/// Finds words in texts, as `Mutes.folds` compares them. Making one costs as much as the words are long, so keep it if
/// there are many words.
package struct WordMatcher: Sendable {
    private let words: [MutedWord]

    /// Prepares the words.
    package init(_ words: [String]) {
        self.words = words.map { MutedWord($0) }
    }

    /// Whether the text has one of the words.
    package func matches(_ text: String) -> Bool {
        guard !words.isEmpty else { return false }
        let scalars = Array(Mutes.compared(text).unicodeScalars)
        return words.contains { $0.occurs(in: scalars) }
    }
}

extension String {
    /// Whether the text has what a reader or an app may take for a link.
    package var hasLink: Bool {
        let compared = Mutes.compared(self)
        return compared.contains("://") || compared.contains("www.")
    }
}

/// A muted word, prepared for the search in texts.
private struct MutedWord: Sendable {
    private let scalars: [Unicode.Scalar]
    private let isBeginning: Bool

    init(_ word: String) {
        let compared = Mutes.compared(word)
        isBeginning = compared.hasSuffix("*")
        scalars = Array((isBeginning ? String(compared.dropLast()) : compared).unicodeScalars)
    }

    func occurs(in text: [Unicode.Scalar]) -> Bool {
        guard !scalars.isEmpty, text.count >= scalars.count else { return false }
        return (0...text.count - scalars.count).contains { start in
            let end = start + scalars.count
            return text[start..<end].elementsEqual(scalars) && begins(at: start, of: text) && ends(at: end, of: text)
        }
    }

    private func begins(at start: Int, of text: [Unicode.Scalar]) -> Bool {
        start == 0 || !text[start - 1].isOfWord || scalars[0].isWrittenWithoutSpaces
    }

    private func ends(at end: Int, of text: [Unicode.Scalar]) -> Bool {
        guard !isBeginning, end < text.count, text[end].isOfWord else { return true }
        let last = scalars[scalars.count - 1]
        // A combining mark on the last letter makes it a different letter.
        return (last.isWrittenWithoutSpaces || last.isHangul) && text[end].properties.canonicalCombiningClass == .notReordered
    }
}

extension Unicode.Scalar {
    /// Whether the scalar belongs to a script that writes words without spaces between them.
    fileprivate var isWrittenWithoutSpaces: Bool { Self.scriptsWithoutSpaces.contains { $0.contains(value) } }

    /// The ranges of code points of scripts without spaces between words: Thai and Lao, Tibetan, Burmese, Khmer, kana
    /// with the long-vowel sign, and Han with its extensions.
    private static let scriptsWithoutSpaces: [ClosedRange<UInt32>] = [
        0xE00...0xEFF, 0xF00...0xFFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF,
    ]

    fileprivate var isHangul: Bool { 0xAC00...0xD7A3 ~= value }

    /// Whether the scalar is a letter, a digit, or a mark that belongs to one.
    fileprivate var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber,
            .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}

extension Endpoints {
    static let mutes: [any EndpointDeclaration] = [showMutes, changeMutes]

    public static let showMutes = Endpoint<NoInput, Mutes>(
        "showMutes", .get, "/me/mutes", .user, summary: "Retrieve the people and words that you mute.")
    public static let changeMutes = Endpoint<Mutes, Mutes>(
        "changeMutes", .put, "/me/mutes", .user, errors: [.invalid],
        summary: "Replace the people and words that you mute.",
        details: """
            The server pushes nothing about people you mute. It still returns and counts them and their texts. Clients collapse these \
            texts, and those with a muted word. The server also keeps ids that belong to no user.
            """)
}
