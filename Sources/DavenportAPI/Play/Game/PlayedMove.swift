/// A move that was accepted: `{at, faces, word, score}` or `{at, cubelet}`.
public struct PlayedMove: Codable, Sendable, Equatable {
    /// When, in milliseconds since the play's start by the player's stopwatch.
    public let at: Int
    /// A word's faces, in its order.
    public let faces: [Face]?
    /// The cubelet that was removed.
    public let cubelet: Cubelet?
    public let word: String?
    /// What the word scored.
    public let score: Int?

    /// A move with the word that it made; nil for a removal.
    public init(_ move: Move, word: PlayedWord?) {
        at = move.at
        switch move.action {
        case .word(let faces): (self.faces, cubelet) = (faces, nil)
        case .removal(let cubelet): (faces, self.cubelet) = (nil, cubelet)
        }
        (self.word, score) = (word?.word, word?.score)
    }

    /// The word with what it scored; nil for a removal.
    public var played: PlayedWord? {
        guard let word, let score else { return nil }
        return PlayedWord(word: word, score: score)
    }

    /// Whether it is this move, made at the same moment.
    public func isSame(as move: Move) -> Bool {
        switch move.action {
        case .word(let faces): at == move.at && self.faces == faces
        case .removal(let cubelet): at == move.at && self.cubelet == cubelet
        }
    }
}
