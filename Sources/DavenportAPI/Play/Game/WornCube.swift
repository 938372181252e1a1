/// What is left of a cube while it is played on: which cubelets are there, and which faces are open (rules 12.3 and 12.4). It knows
/// no letters and no words.
struct WornCube: Sendable {
    /// How often each cubelet was worn, by its number; a removal wears it out.
    private var wear = [Int](repeating: 0, count: Cubelet.all.count)

    /// Whether a cubelet is not gone.
    func has(_ cubelet: Cubelet) -> Bool { wear[cubelet.number] < Game.strength }

    /// Whether a face can be played: its cubelet is there, and the one in front of it is not.
    func isOpen(_ face: Face) -> Bool {
        has(face.cubelet) && !(face.inFront.map(has) ?? false)
    }

    /// - Throws: why a word can't have these faces.
    func require(_ faces: [Face]) throws(RefusalReason) {
        guard faces.count >= Game.shortest else { throw .tooShort }
        guard Set(faces).count == faces.count else { throw .repeatedFace }
        guard faces.allSatisfy(isOpen) else { throw .notOpen }
        guard zip(faces, faces.dropFirst()).allSatisfy({ $0.touches($1) }) else { throw .notTouching }
    }

    /// - Throws: why a cubelet can't be removed.
    func require(_ cubelet: Cubelet) throws(RefusalReason) {
        guard cubelet.faces.contains(where: isOpen) else { throw .notOpen }
    }

    /// Wears what a move wears.
    mutating func take(_ move: PlayedMove) {
        for face in move.faces ?? [] { wear[face.cubelet.number] += 1 }
        if let cubelet = move.cubelet { wear[cubelet.number] = Game.strength }
    }
}
