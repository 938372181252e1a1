extension Game {
    /// Whether a server could have accepted these moves on a puzzle. The check doesn't search the word list for the
    /// words, because the list may have changed since a server accepted them. Instead, each word must match its faces'
    /// letters, and its score must be possible with some list.
    /// - Parameters:
    ///   - moves: all moves of a play, in order.
    ///   - limit: the number of milliseconds from the play's start to its end.
    package static func isPlausible(_ moves: [PlayedMove], on puzzle: Puzzle, limit: Int) -> Bool {
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

    /// Returns the factor by which the sum of a word's letter values is multiplied. It is the number of faces beyond
    /// the second, times the number of axes along which they look.
    static func factor(of faces: [Face]) -> Int { (faces.count - 2) * Set(faces.map(\.axis)).count }
}

extension WornCube {
    /// Whether a stored move has all its fields and is possible on the cube that the earlier moves left.
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

    /// Returns the range of scores that a word with these faces can have, whatever values a word list gives the
    /// letters.
    private static func scores(of faces: [Face]) -> ClosedRange<Int> {
        let (values, factor) = (WordListRules.values, faces.count * Game.factor(of: faces))
        return values.lowerBound * factor...values.upperBound * factor
    }
}
