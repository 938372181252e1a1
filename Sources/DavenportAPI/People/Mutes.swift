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
        words = fields.required("words", .searchedWords(upTo: Self.words))
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
        return WordMatcher.prepared(words).matches(text)
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
