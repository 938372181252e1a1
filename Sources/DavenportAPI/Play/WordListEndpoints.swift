/// One list of words.
public struct WordListReference: Input {
    /// As a play names it: `en-0123456789ab`.
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
        summary: "A list of words that moves are judged by, as a file.",
        details: "One line for the form and the language, one for letters with tiles and values, one for vowels, then the words.")
}
