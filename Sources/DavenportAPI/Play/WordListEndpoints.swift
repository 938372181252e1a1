/// A reference to a word list.
public struct WordListReference: Input {
    /// The id of the word list, such as `en-0123456789ab`. Each play contains the id of its list.
    public let wordListID: String

    public init(wordListID: String) {
        self.wordListID = wordListID
    }

    public init(_ fields: inout Fields) {
        wordListID = fields.required("wordListID", .text(1...40))
    }
}

extension Endpoints {
    static let wordLists: [any EndpointDeclaration] = [showWordList]

    public static let showWordList = Endpoint<WordListReference, Media>(
        "showWordList", .get, "/word-lists/{wordListID}", .user, feature: .play, answering: ["text/plain"], caching: .immutable,
        summary: "Download a word list, which decides which words are valid.",
        details: "The lines are: format and language; letters with tiles and values; vowels; then one word each.")
}
