/// The frequencies of a language's letters. The number of tiles and the value of each letter follow from them (rule
/// 12.8).
struct LetterFrequencies {
    private let letters: [Unicode.Scalar]
    /// The number of times that each letter occurs in the words, by the letter's position in `letters`.
    private let counts: [Int]
    private let total: Int

    /// Counts the letters in the words.
    /// - Throws: a fault if none of the letters occurs.
    init(of words: Set<String>, letters: [Unicode.Scalar]) throws(WordListFault) {
        let numbers = Dictionary(uniqueKeysWithValues: zip(letters, letters.indices))
        var counts = [Int](repeating: 0, count: letters.count)
        for word in words where word.unicodeScalars.count <= WordListRules.countedLength {
            var last: Unicode.Scalar?
            for scalar in word.unicodeScalars {
                // The u of *qu* is on the same face.
                if last != "q", let number = numbers[scalar] { counts[number] += 1 }
                last = scalar
            }
        }
        (self.letters, self.counts, total) = (letters, counts, counts.reduce(0, +))
        guard total > 0 else { throw WordListFault("there are no words of these letters") }
    }

    /// The letters, each with its value and with a number of tiles in proportion to its frequency. There are 81 tiles
    /// in all.
    var tiles: [(letter: Unicode.Scalar, tiles: Int, value: Int)] {
        var tiles = counts.map { max(1, WordListRules.tiles * $0 / total) }
        var sum = tiles.reduce(0, +)
        while sum < WordListRules.tiles {
            guard let indexOfLargest = indexOfLargest(in: tiles.indices, by: { shortfall(of: $0, tiles) }) else { break }
            tiles[indexOfLargest] += 1
            sum += 1
        }
        while sum > WordListRules.tiles {
            guard let indexOfLargest = indexOfLargest(in: tiles.indices.filter({ tiles[$0] > 1 }), by: { -shortfall(of: $0, tiles) }) else {
                break
            }
            tiles[indexOfLargest] -= 1
            sum -= 1
        }
        return letters.indices.map { (letters[$0], tiles[$0], value(of: $0)) }
    }

    /// Returns by how much a letter has fewer tiles than its frequency's share of the 81 tiles. The result is
    /// multiplied by the total count of letters, so that it is a whole number.
    private func shortfall(of letter: Int, _ tiles: [Int]) -> Int {
        WordListRules.tiles * counts[letter] - tiles[letter] * total
    }

    /// Returns the letter for which `measure` is greatest; nil if there are no letters. If several have the same
    /// measure, it returns the first.
    private func indexOfLargest(in letters: some Collection<Int>, by measure: (Int) -> Int) -> Int? {
        letters.max { (measure($0), -$0) < (measure($1), -$1) }
    }

    /// Returns the value of a letter, 1 to 15. The commonest letter has 1. Each whole factor √2 by which a letter is
    /// rarer than the commonest one adds 1.
    private func value(of letter: Int) -> Int {
        let most = counts.max() ?? 0
        let (square, own) = (Double(most) * Double(most), Double(counts[letter]) * Double(counts[letter]))
        var (power, value) = (2.0, WordListRules.values.lowerBound)
        while value < WordListRules.values.upperBound, square >= power * own {
            power *= 2
            value += 1
        }
        return value
    }
}
