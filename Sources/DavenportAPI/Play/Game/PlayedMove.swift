/// An accepted move: `{at, faces, word, score}` or `{at, cubelet}`.
public struct PlayedMove: Codable, Sendable, Equatable {
    /// The time of the move, in milliseconds since the play's start by the player's stopwatch.
    public let at: Int
    /// The faces of the word, in order; nil if the move removed a cubelet.
    public let faces: [Face]?
    /// The cubelet that the move removed; nil if the move made a word.
    public let cubelet: Cubelet?
    public let word: String?
    /// The word's score; nil if the move removed a cubelet.
    public let score: Int?

    /// Creates an accepted move. `word` is the word that the move made, or nil if the move removed a cubelet.
    public init(_ move: Move, word: PlayedWord?) {
        at = move.at
        switch move.action {
        case .word(let faces): (self.faces, cubelet) = (faces, nil)
        case .removal(let cubelet): (faces, self.cubelet) = (nil, cubelet)
        }
        (self.word, score) = (word?.word, word?.score)
    }

    /// The word with its score; nil if the move removed a cubelet.
    public var played: PlayedWord? {
        guard let word, let score else { return nil }
        return PlayedWord(word: word, score: score)
    }

    /// Whether `move` has the same time as this move, and the same faces or the same cubelet.
    public func isSame(as move: Move) -> Bool {
        switch move.action {
        case .word(let faces): at == move.at && self.faces == faces
        case .removal(let cubelet): at == move.at && self.cubelet == cubelet
        }
    }
}
