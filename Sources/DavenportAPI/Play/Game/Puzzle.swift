/// The letters of a cube's 81 faces.
public struct Puzzle: Sendable, Equatable {
    /// By the number of their face, one scalar each.
    public let letters: [Unicode.Scalar]

    /// Takes the letters in the order of the faces.
    /// - Returns: nil unless there are 81.
    public init?(_ text: String) {
        let letters = Array(text.unicodeScalars)
        guard letters.count == Face.all.count else { return nil }
        self.letters = letters
    }

    /// Takes a letter for each face.
    fileprivate init(letters: [Unicode.Scalar]) {
        self.letters = letters
    }

    /// The letters in the order of the faces.
    public var text: String { String(String.UnicodeScalarView(letters)) }

    /// A face's letter.
    public subscript(face: Face) -> Unicode.Scalar { letters[face.number] }

    /// The letters of these faces, `q` read as *qu*.
    public func word(of faces: [Face]) -> String {
        faces.reduce(into: "") { word, face in
            word.unicodeScalars.append(self[face])
            if self[face] == "q" { word.unicodeScalars.append("u") }
        }
    }
}

extension Puzzle {
    /// How many vowels each of the three sides has.
    static let vowels = 2...5

    /// What a puzzle's seed is the HMAC-SHA-256 of, under the tenant's play secret (rule 12.10).
    /// - Parameters:
    ///   - name: the day, as `2026-03-01`, or an own challenge's id in lower case.
    ///   - mode: the challenge's.
    ///   - language: that of the list.
    public static func seedText(name: String, mode: PlayMode, language: String) -> String {
        ["davenport play 1", name, mode.rawValue, language].joined(separator: "\n")
    }

    /// Makes the puzzle of a seed: the list's 81 tiles, shuffled until every side has its vowels.
    /// - Parameters:
    ///   - seed: 32 bytes, not all of them 0.
    ///   - list: whose tiles they are.
    /// - Returns: nil for anything else.
    public static func made(of seed: some Collection<UInt8>, by list: WordList) -> Puzzle? {
        guard var numbers = Xoshiro256(seed: seed) else { return nil }
        let tiles = list.letters.flatMap { Array(repeating: $0.letter, count: $0.tiles) }
        let vowels = Set(list.letters.filter(\.isVowel).map(\.letter))
        while true {
            var letters = tiles
            for last in stride(from: letters.count - 1, to: 0, by: -1) {
                letters.swapAt(last, Int(numbers.next(below: UInt64(last + 1))))
            }
            let sides = sideFaces.map { side in side.count { vowels.contains(letters[$0.number]) } }
            if sides.allSatisfy(Self.vowels.contains) { return Puzzle(letters: letters) }
        }
    }

    /// The nine outer faces of each side.
    private static let sideFaces = (0..<3).map { axis in Face.all.filter { $0.axis == axis && $0.isOuter } }
}
