/// A word with its score.
public struct PlayedWord: Codable, Sendable, Equatable {
    public let word: String
    public let score: Int

    public init(word: String, score: Int) {
        (self.word, self.score) = (word, score)
    }
}
