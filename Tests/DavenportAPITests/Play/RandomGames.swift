import DavenportAPI

/// Makes random plays and random changes to them.
struct RandomGames {
    private let list: WordList
    private var random: Xoshiro256
    static let limit = 180_000

    init(_ list: WordList, _ random: Xoshiro256) {
        (self.list, self.random) = (list, random)
    }

    /// Returns a puzzle with a legal play of random words. One move in ten is a removal.
    mutating func play() -> Game? {
        let seed = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        guard let puzzle = Puzzle.made(of: seed, by: list) else { return nil }
        var game = Game(puzzle, by: list, limit: Self.limit)
        for _ in 0..<Int.random(in: 3...16, using: &random) {
            let at = (game.moves.last?.at ?? 0) + Int.random(in: 0...Self.limit / 45, using: &random)
            if Int.random(in: 0..<10, using: &random) == 0 {
                guard let face = game.openFaces.randomElement(using: &random) else { break }
                do { try game.play(Move(at: at, cubelet: face.cubelet)) } catch { return nil }
            } else if let path = WordTrie.english.path(on: game, &random) {
                // The same word may come up twice. The second one is refused and changes nothing.
                _ = try? game.play(Move(at: at, faces: path))
            }
        }
        return game
    }

    /// Makes one random change. The result may still be legal, so the caller must check that.
    mutating func spoiled(_ moves: [Move]) -> [Move] {
        var moves = moves
        let index = Int.random(in: moves.indices, using: &random)
        let move = moves[index]
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let earlier = index > 0 ? moves[index - 1].at - 1 : -1
            moves[index] = move.with(at: Bool.random(using: &random) ? Self.limit + 1 : earlier)
        case 1: moves.insert(move, at: index + 1)
        case 2 where index > 0: moves.remove(at: index - 1)
        default:
            switch move.action {
            case .removal: moves[index] = Move(at: move.at, cubelet: Cubelet.all[Int.random(in: 0..<27, using: &random)])
            case .word(let faces): moves[index] = Move(at: move.at, faces: spoiled(faces))
            }
        }
        return moves
    }

    private mutating func spoiled(_ faces: [Face]) -> [Face] {
        var faces = faces
        let other = Face.all[Int.random(in: 0..<81, using: &random)]
        switch Int.random(in: 0..<5, using: &random) {
        case 0: faces[Int.random(in: faces.indices, using: &random)] = other
        case 1: faces = Array(faces.prefix(2))
        case 2: faces.append(faces[Int.random(in: faces.indices, using: &random)])
        case 3: faces.shuffle(using: &random)
        default:
            let near = Corners.touching(faces[faces.count - 1].number)
            faces.append(Face.all[near[Int.random(in: near.indices, using: &random)]])
        }
        return faces
    }
}

extension Move {
    /// Returns the move with another time.
    func with(at: Int) -> Move {
        switch action {
        case .word(let faces): Move(at: at, faces: faces)
        case .removal(let cubelet): Move(at: at, cubelet: cubelet)
        }
    }
}

extension Game {
    /// Returns the moves as a player sends them.
    var made: [Move] {
        moves.compactMap { move in
            move.faces.map { Move(at: move.at, faces: $0) } ?? move.cubelet.map { Move(at: move.at, cubelet: $0) }
        }
    }
}
