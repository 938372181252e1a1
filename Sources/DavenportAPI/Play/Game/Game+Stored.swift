extension Game {
    /// Whether a server can have accepted these moves on a puzzle. Everything but the list of words is checked: a list changes, and what it
    /// accepted before stays, so a word must only be spelt by its faces, and score what such faces can score by some list.
    /// - Parameters:
    ///   - moves: all moves of a play, in order.
    ///   - limit: the milliseconds from the play's start to its end.
    package static func canHaveAccepted(_ moves: [PlayedMove], on puzzle: Puzzle, limit: Int) -> Bool {
        guard moves.count <= longest else { return false }
        var (cube, last, words) = (WornCube(), 0, Set<String>())
        for move in moves {
            guard (last...max(last, limit)).contains(move.at), cube.allows(move, on: puzzle) else { return false }
            if let word = move.word, !words.insert(word).inserted { return false }
            cube.take(move)
            last = move.at
        }
        return true
    }

    /// What a word's faces multiply its letters' values by: more for each face beyond the second, and for each axis that they look along.
    static func factor(of faces: [Face]) -> Int { (faces.count - 2) * Set(faces.map(\.axis)).count }
}

extension WornCube {
    /// Whether a move is complete, and fits what is left of the cube.
    fileprivate func allows(_ move: PlayedMove, on puzzle: Puzzle) -> Bool {
        do throws(RefusalReason) {
            switch (move.faces, move.cubelet, move.word, move.score) {
            case (let faces?, nil, let word?, let score?):
                try require(faces)
                return puzzle.word(of: faces) == word && Self.scores(of: faces).contains(score)
                    && score.isMultiple(of: Game.factor(of: faces))
            case (nil, let cubelet?, nil, nil):
                try require(cubelet)
                return true
            default: return false
            }
        } catch { return false }
    }

    /// The least and the most that a word by these faces scores by any list.
    private static func scores(of faces: [Face]) -> ClosedRange<Int> {
        let (values, factor) = (WordListRules.values, faces.count * Game.factor(of: faces))
        return values.lowerBound * factor...values.upperBound * factor
    }
}
