/// The spelling rules for the words of a language (rule 12.7).
struct WordSpelling {
    private let letters: Set<Unicode.Scalar>
    /// Whether an ASCII character is one of the language's letters, by the character's code.
    private let plain: [Bool]

    init(letters: [Unicode.Scalar]) {
        self.letters = Set(letters)
        plain = (0..<128).map { number in letters.contains { $0.value == number } }
    }

    /// Returns the reason why bytes aren't a word in this spelling, as the end of a sentence; nil if they are a word.
    func fault(of word: UnsafeBufferPointer<UInt8>) -> String? {
        var (scalars, faces, awaitsU) = (0, 0, false)
        var decoder = UTF8()
        var bytes = word.makeIterator()
        while true {
            let scalar: Unicode.Scalar
            switch decoder.decode(&bytes) {
            case .scalarValue(let decoded): scalar = decoded
            case .emptyInput: return awaitsU ? Self.bareQ : Self.fault(ofLength: scalars, faces: faces)
            case .error: return "it is not UTF-8"
            }
            scalars += 1
            if awaitsU {
                guard scalar == "u" else { return Self.bareQ }
                awaitsU = false
                continue
            }
            guard has(scalar) else { return "a word has a letter that the second line has not" }
            awaitsU = scalar == "q"
            faces += 1
        }
    }

    /// Whether a scalar is one of the language's letters.
    func has(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 128 ? plain[Int(scalar.value)] : letters.contains(scalar)
    }

    private static let bareQ = "a word has a `q` without `u` behind it"

    private static func fault(ofLength scalars: Int, faces: Int) -> String? {
        guard WordListRules.wordLength.contains(scalars) else { return "a word has not \(WordListRules.wordLength.words) letters" }
        return faces < Game.shortest ? "a word has fewer than \(Game.shortest) faces" : nil
    }
}
