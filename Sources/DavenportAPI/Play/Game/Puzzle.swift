/// The letters of a cube's 81 faces.
public struct Puzzle: Sendable, Equatable {
    /// The letters, by face number, as one Unicode scalar each.
    public let letters: [Unicode.Scalar]

    /// Creates a puzzle from the letters in the order of the faces.
    /// - Returns: nil unless there are 81 letters.
    public init?(_ text: String) {
        let letters = Array(text.unicodeScalars)
        guard letters.count == Face.all.count else { return nil }
        self.letters = letters
    }

    /// Creates a puzzle from one letter for each face.
    fileprivate init(letters: [Unicode.Scalar]) {
        self.letters = letters
    }

    /// The letters in the order of the faces.
    public var text: String { String(String.UnicodeScalarView(letters)) }

    /// Returns the letter of a face.
    public subscript(face: Face) -> Unicode.Scalar { letters[face.number] }

    /// Returns the word that these faces spell, with `q` read as *qu*.
    public func word(of faces: [Face]) -> String {
        faces.reduce(into: "") { word, face in
            word.unicodeScalars.append(self[face])
            if self[face] == "q" { word.unicodeScalars.append("u") }
        }
    }
}

extension Puzzle {
    /// The allowed number of vowels on each of the cube's three sides.
    static let vowels = 2...5

    /// Returns the text from which a puzzle's seed is derived: the seed is its HMAC-SHA-256 under the tenant's play
    /// secret (rule 12.10).
    /// - Parameters:
    ///   - name: the day of a daily challenge, such as `2026-03-01`, or the id of a member's own challenge in lower
    ///     case.
    ///   - mode: the challenge's mode.
    ///   - language: the word list's language.
    public static func seedText(name: String, mode: PlayMode, language: String) -> String {
        ["davenport play 1", name, mode.rawValue, language].joined(separator: "\n")
    }

    /// Makes the puzzle of a seed. It shuffles the word list's 81 tiles until every side of the cube has an allowed
    /// number of vowels.
    /// - Parameters:
    ///   - seed: 32 bytes that aren't all 0.
    ///   - list: the word list with the tiles.
    /// - Returns: nil for an invalid seed.
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

    /// The nine outer faces of each of the cube's three sides.
    private static let sideFaces = (0..<3).map { axis in Face.all.filter { $0.axis == axis && $0.isOuter } }
}
