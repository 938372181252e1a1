import Foundation

/// Whom and what somebody would rather not read (rules.md 4.9). Nothing of it is kept from them, and what counts goes on counting: clients
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
    /// Words are compared whatever their case and form, and stand between what is neither letter nor digit.
    /// - Parameters:
    ///   - authorID: nil where the author is gone.
    ///   - blocked: whom the reader blocks.
    public func folds(_ text: String, by authorID: UUID?, blocked: Set<UUID> = []) -> Bool {
        if let authorID, blocked.contains(authorID) || userIDs.contains(authorID) { return true }
        guard !words.isEmpty else { return false }
        let scalars = Array(Self.compared(text).unicodeScalars)
        return words.contains { MutedWord($0).occurs(in: scalars) }
    }

    fileprivate static func compared(_ text: String) -> String { text.precomposedStringWithCompatibilityMapping.folded }
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
            return text[start..<end].elementsEqual(scalars)
                && (start == 0 || !text[start - 1].isOfWord) && (isBeginning || end == text.count || !text[end].isOfWord)
        }
    }
}

extension Unicode.Scalar {
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
