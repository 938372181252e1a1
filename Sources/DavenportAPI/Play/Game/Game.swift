/// A game on one puzzle: what has been played, what is open, and whether a move is one. Clients play by it, and the server judges by it
/// (rule 12.1).
public struct Game: Sendable {
    public let puzzle: Puzzle
    /// The list that words are judged and scored by.
    public let list: WordList
    /// The last millisecond since the start at which a move may be made.
    public let limit: Int
    /// The moves so far, words with what they scored.
    public private(set) var moves: [PlayedMove] = []
    /// The sum over the words.
    public private(set) var score = 0
    private var cube = WornCube()

    /// How many times a cubelet is worn until it is gone.
    public static let strength = 3
    /// How many faces a word has at least.
    public static let shortest = 3
    /// How many moves a play has at most: each word wears three, and no cubelet wears beyond five.
    public static let longest = 45

    /// A game as it begins, or goes on.
    /// - Parameters:
    ///   - puzzle: the letters.
    ///   - list: what words are judged by from now on.
    ///   - limit: the milliseconds from the play's start to its end.
    ///   - moves: what was accepted before; it is not judged again, whatever the list says by now.
    public init(_ puzzle: Puzzle, by list: WordList, limit: Int, after moves: [PlayedMove] = []) {
        (self.puzzle, self.list, self.limit) = (puzzle, list, limit)
        for move in moves { accept(move) }
    }

    /// Plays moves, all or none.
    /// - Throws: the refusal of the first that fails; then nothing has changed.
    public mutating func play(_ moves: [Move]) throws(MoveRefusal) {
        var game = self
        for move in moves { try game.play(move) }
        self = game
    }

    /// Plays a move.
    /// - Returns: the word with what it scored; nil for a removal.
    /// - Throws: a refusal; then nothing has changed.
    @discardableResult
    public mutating func play(_ move: Move) throws(MoveRefusal) -> PlayedWord? {
        do throws(RefusalReason) {
            let played = PlayedMove(move, word: try judged(move))
            accept(played)
            return played.played
        } catch {
            throw MoveRefusal(move: moves.count, reason: error)
        }
    }

    /// Whether a cubelet is not gone.
    public func has(_ cubelet: Cubelet) -> Bool { cube.has(cubelet) }

    /// Whether a face can be played: its cubelet is there, and the one in front of it is not.
    public func isOpen(_ face: Face) -> Bool { cube.isOpen(face) }

    /// The faces that can be played, by number.
    public var openFaces: [Face] { Face.all.filter(isOpen) }

    /// What a word by these faces scores, whether or not it is one.
    public func score(of faces: [Face]) -> Int {
        faces.reduce(0) { $0 + list.value(of: puzzle[$1]) } * Self.factor(of: faces)
    }

    /// The word that a move makes, nil for a removal.
    private func judged(_ move: Move) throws(RefusalReason) -> PlayedWord? {
        guard move.at >= moves.last?.at ?? 0, move.at <= limit else { throw .outOfTime }
        switch move.action {
        case .word(let faces):
            return try judged(faces)
        case .removal(let cubelet):
            try cube.require(cubelet)
            return nil
        }
    }

    private func judged(_ faces: [Face]) throws(RefusalReason) -> PlayedWord {
        try cube.require(faces)
        let word = puzzle.word(of: faces)
        guard list.contains(word) else { throw .notAWord }
        guard !moves.contains(where: { $0.word == word }) else { throw .alreadyPlayed }
        return PlayedWord(word: word, score: score(of: faces))
    }

    private mutating func accept(_ move: PlayedMove) {
        cube.take(move)
        // A stored score may be any number: the sum stops at the largest rather than trapping.
        let (sum, overflows) = score.addingReportingOverflow(move.score ?? 0)
        score = overflows ? (score < 0 ? .min : .max) : sum
        moves.append(move)
    }
}
