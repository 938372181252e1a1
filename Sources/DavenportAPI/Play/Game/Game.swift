/// A game on one puzzle: its moves so far, its open faces, and the check of new moves. Clients play with this type, and
/// the server checks clients' moves with it (rule 12.1).
public struct Game: Sendable {
    public let puzzle: Puzzle
    /// The word list that decides which words are valid and what they score.
    public let list: WordList
    /// The last valid time of a move, in milliseconds since the play's start.
    public let limit: Int
    /// The moves so far, each word with its score.
    public private(set) var moves: [PlayedMove] = []
    /// The sum of the words' scores.
    public private(set) var score = 0
    private var cube = WornCube()

    /// The number of times that words can use faces of one cubelet. Then the cubelet disappears.
    public static let strength = 3
    /// The minimum number of faces that a word must have.
    public static let shortest = 3
    /// The highest possible number of moves of a play. Each word uses at least three faces. Words use the faces of each
    /// of the 27 cubelets at most five times: twice before the cubelet's last word, and up to three times in that word.
    public static let longest = 45

    /// Starts a game, or continues one.
    /// - Parameters:
    ///   - puzzle: the letters.
    ///   - list: the word list for all further moves.
    ///   - limit: the number of milliseconds from the play's start to its end.
    ///   - moves: the moves that were accepted before. They aren't checked again, even if the word list has changed.
    public init(_ puzzle: Puzzle, by list: WordList, limit: Int, after moves: [PlayedMove] = []) {
        (self.puzzle, self.list, self.limit) = (puzzle, list, limit)
        for move in moves { accept(move) }
    }

    /// Plays all of the moves, or none of them.
    /// - Throws: the refusal of the first invalid move; the game is then unchanged.
    public mutating func play(_ moves: [Move]) throws(MoveRefusal) {
        var game = self
        for move in moves { try game.play(move) }
        self = game
    }

    /// Plays one move.
    /// - Returns: the word with its score; nil for a removal.
    /// - Throws: the refusal of an invalid move; the game is then unchanged.
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

    /// Whether the cube still has a cubelet.
    public func has(_ cubelet: Cubelet) -> Bool { cube.has(cubelet) }

    /// Whether a face can be played: the cube still has its cubelet, and no other cubelet covers the face.
    public func isOpen(_ face: Face) -> Bool { cube.isOpen(face) }

    /// The faces that can be played, by number.
    public var openFaces: [Face] { Face.all.filter(isOpen) }

    /// Returns the score of a word with these faces, whether or not the word list has the word.
    public func score(of faces: [Face]) -> Int {
        faces.reduce(0) { $0 + list.value(of: puzzle[$1]) } * Self.factor(of: faces)
    }

    /// Checks a move and returns the word that it makes; nil if the move removes a cubelet.
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
        // A stored score may be any number, so the sum saturates instead of trapping.
        let (sum, overflows) = score.addingReportingOverflow(move.score ?? 0)
        score = overflows ? (score < 0 ? .min : .max) : sum
        moves.append(move)
    }
}
