/// The state of a cube during a game: which cubelets are left, and which faces are open (rules 12.3 and 12.4). It
/// doesn't include letters and words.
struct WornCube: Sendable {
    /// The number of times that words used faces of each cubelet, by the cubelet's number. A cubelet is gone once its
    /// number is `Game.strength`. A move that removes a cubelet sets this number.
    private var wear = [Int](repeating: 0, count: Cubelet.all.count)

    /// Whether the cube still has a cubelet.
    func has(_ cubelet: Cubelet) -> Bool { wear[cubelet.number] < Game.strength }

    /// Whether a face can be played: the cube still has its cubelet, and no other cubelet covers the face.
    func isOpen(_ face: Face) -> Bool {
        has(face.cubelet) && !(face.inFront.map(has) ?? false)
    }

    /// Checks that a word can have these faces.
    /// - Throws: the reason why it can't.
    func require(_ faces: [Face]) throws(RefusalReason) {
        guard faces.count >= Game.shortest else { throw .tooShort }
        guard Set(faces).count == faces.count else { throw .repeatedFace }
        guard faces.allSatisfy(isOpen) else { throw .notOpen }
        guard zip(faces, faces.dropFirst()).allSatisfy({ $0.touches($1) }) else { throw .notTouching }
    }

    /// Checks that a cubelet can be removed.
    /// - Throws: the reason why it can't.
    func require(_ cubelet: Cubelet) throws(RefusalReason) {
        guard cubelet.faces.contains(where: isOpen) else { throw .notOpen }
    }

    /// Changes the cube by an accepted move.
    mutating func take(_ move: PlayedMove) {
        for face in move.faces ?? [] { wear[face.cubelet.number] += 1 }
        if let cubelet = move.cubelet { wear[cubelet.number] = Game.strength }
    }
}
