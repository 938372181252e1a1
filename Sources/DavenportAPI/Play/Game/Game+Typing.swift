extension Game {
    /// The faces by which a word that somebody types scores most, all open and each touching the one before; *qu* is one face. Whether it
    /// is a word is the list's to say.
    /// - Returns: nil where the open faces don't spell it.
    public func faces(of word: String) -> [Face]? {
        let letters = Array(word.replacing("qu", with: "q").unicodeScalars)
        guard !letters.isEmpty else { return nil }
        let open = openFaces
        func widest(after way: [Face]) -> [Face]? {
            guard way.count < letters.count else { return way }
            var best: [Face]?
            for face in open where puzzle[face] == letters[way.count] && way.last?.touches(face) != false && !way.contains(face) {
                guard let found = Self.wider(best, widest(after: way + [face])) else { continue }
                // Over three sides none scores more.
                if Self.sides(of: found) == 3 { return found }
                best = found
            }
            return best
        }
        return widest(after: [])
    }

    /// The one over more sides, which scores more for the same letters; of equals the first.
    private static func wider(_ first: [Face]?, _ second: [Face]?) -> [Face]? {
        guard let first, let second else { return first ?? second }
        return sides(of: second) > sides(of: first) ? second : first
    }

    private static func sides(of faces: [Face]) -> Int { Set(faces.map { $0.axis }).count }
}
