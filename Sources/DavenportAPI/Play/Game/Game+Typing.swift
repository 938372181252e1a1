extension Game {
    /// Finds open faces that spell a typed word, with the highest possible score. Each of these faces touches the
    /// previous one, and the letters *qu* are one face. The word need not be in the word list.
    /// - Returns: the faces in order, or nil if the open faces can't spell the word.
    public func faces(of word: String) -> [Face]? {
        let letters = Array(word.replacing("qu", with: "q").unicodeScalars)
        guard !letters.isEmpty else { return nil }
        let open = openFaces
        func pathOverMostSides(after way: [Face]) -> [Face]? {
            guard way.count < letters.count else { return way }
            var best: [Face]?
            for face in open where puzzle[face] == letters[way.count] && way.last?.touches(face) != false && !way.contains(face) {
                guard let found = Self.wider(best, pathOverMostSides(after: way + [face])) else { continue }
                // No path scores more than one over three sides.
                if Self.sides(of: found) == 3 { return found }
                best = found
            }
            return best
        }
        return pathOverMostSides(after: [])
    }

    /// Returns the path whose faces look along more axes, because it scores more for the same word. If both have
    /// equally many, it returns the first. If one is nil, it returns the other.
    private static func wider(_ first: [Face]?, _ second: [Face]?) -> [Face]? {
        guard let first, let second else { return first ?? second }
        return sides(of: second) > sides(of: first) ? second : first
    }

    private static func sides(of faces: [Face]) -> Int { Set(faces.map { $0.axis }).count }
}
