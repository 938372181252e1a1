import Foundation

/// Whom and what somebody would rather not read (rule 4.9). Nothing of it is kept from them, and what counts goes on counting: clients
/// fold it (`folds`), and nothing is pushed about these people.
public struct Mutes: Codable, Sendable, Equatable, Input {
    /// How many people and words somebody mutes at most.
    public static let (people, words) = (200, 100)
    /// In characters: how long a word may be.
    public static let wordLength = 2...50

    /// By their ids.
    public let userIDs: [UUID]
    /// Whole words; one that ends with `*` stands for all that begin so.
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
    /// Whether a client folds a text, so that who wants to read it has to say so: its author is muted or blocked, or a muted word is in it.
    /// Words are compared whatever their case and form, and stand between what is neither letter nor digit. In scripts that write no
    /// spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan) a word is found anywhere; in Korean, where particles
    /// follow, at the beginning of a word.
    /// - Parameters:
    ///   - authorID: nil where the author is gone.
    ///   - blocked: whom the reader blocks.
    public func folds(_ text: String, by authorID: UUID?, blocked: Set<UUID> = []) -> Bool {
        if let authorID, blocked.contains(authorID) || userIDs.contains(authorID) { return true }
        guard !words.isEmpty else { return false }
        let scalars = Array(Self.compared(text).unicodeScalars)
        return words.contains { MutedWord($0).occurs(in: scalars) }
    }

    /// Without case, compatibility forms and characters that draw nothing. The dot that lower case leaves on the `i` of `İ` goes too.
    fileprivate static func compared(_ text: String) -> String {
        let scalars = text.precomposedStringWithCompatibilityMapping.folded.unicodeScalars.filter { !$0.isInvisible }
        var compared = String.UnicodeScalarView()
        for scalar in scalars where scalar != "\u{307}" || compared.last != "i" { compared.append(scalar) }
        return String(compared)
    }
}

/// A word as it is looked for.
private struct MutedWord {
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
        // A mark on the last letter makes it another.
        return (last.isWrittenWithoutSpaces || last.isHangul) && text[end].properties.canonicalCombiningClass == .notReordered
    }
}

extension Unicode.Scalar {
    /// Whether it is of a script in which words stand side by side.
    fileprivate var isWrittenWithoutSpaces: Bool { Self.scriptsWithoutSpaces.contains { $0.contains(value) } }

    /// Thai and Lao, Tibetan, Burmese, Khmer, kana with the long-vowel sign, and Han with its extensions.
    private static let scriptsWithoutSpaces: [ClosedRange<UInt32>] = [
        0xE00...0xEFF, 0xF00...0xFFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
        0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF,
    ]

    fileprivate var isHangul: Bool { 0xAC00...0xD7A3 ~= value }

    /// Whether it is a letter or a digit, or a mark that belongs to one.
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
        "showMutes", .get, "/me/mutes", .user, summary: "Whom and what I would rather not read.")
    public static let changeMutes = Endpoint<Mutes, Mutes>(
        "changeMutes", .put, "/me/mutes", .user, errors: [.invalid],
        summary: "Say whom and what I would rather not read: all of it.",
        details: """
            Nothing is pushed about whom I mute. Otherwise all stays as it is: they are in lists and counts as before, and it is for clients to \
            fold what they wrote, and what has one of the words. Ids of nobody are kept like any other.
            """)
}
