/// An accepted move: `{at, faces, word, score}` or `{at, cubelet}`.
public struct PlayedMove: Codable, Sendable, Equatable {
    /// The time of the move, in milliseconds since the play's start by the player's stopwatch.
    public let at: Int
    /// The faces of a word, in order.
    public let faces: [Face]?
    /// The removed cubelet.
    public let cubelet: Cubelet?
    public let word: String?
    /// The word's score.
    public let score: Int?

    /// Creates an accepted move with the word that it makes; nil for a removal.
    public init(_ move: Move, word: PlayedWord?) {
        at = move.at
        switch move.action {
        case .word(let faces): (self.faces, cubelet) = (faces, nil)
        case .removal(let cubelet): (faces, self.cubelet) = (nil, cubelet)
        }
        (self.word, score) = (word?.word, word?.score)
    }

    /// The word with its score; nil for a removal.
    public var played: PlayedWord? {
        guard let word, let score else { return nil }
        return PlayedWord(word: word, score: score)
    }

    /// Whether it has the same time and the same action as a move.
    public func isSame(as move: Move) -> Bool {
        switch move.action {
        case .word(let faces): at == move.at && self.faces == faces
        case .removal(let cubelet): at == move.at && self.cubelet == cubelet
        }
    }
}
