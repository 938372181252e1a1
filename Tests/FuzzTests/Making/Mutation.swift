extension [UInt8] {
    /// Makes one change.
    /// - Parameters:
    ///   - words: tokens of the target's format.
    ///   - others: other inputs. A change may insert a piece of one.
    mutating func mutate(_ random: inout SplitMix, words: [String], others: [[UInt8]]) {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: changeByte(&random)
        case 1: removeSubrange(piece(&random, upTo: 8))
        case 2: self = Array(prefix(Int.random(in: 0...count, using: &random)))
        case 3: insert(random.one(of: UnusualValues.bytes, or: []), &random)
        case 4, 5: insert(Array(random.one(of: UnusualValues.texts).utf8), &random)
        case 6, 7, 8: replaceNumber(&random)
        case 9, 10: insert(Array(random.one(of: words).utf8), &random)
        case 11: replaceSubrange(piece(&random, upTo: 8), with: random.one(of: words).utf8)
        case 12: double(&random)
        default:
            let other = random.one(of: others, or: [])
            replaceSubrange(piece(&random, upTo: 16), with: other[other.piece(&random, upTo: 64)])
        }
    }

    private mutating func changeByte(_ random: inout SplitMix) {
        guard let place = indices.randomElement(using: &random) else { return }
        if random.chance(in: 2) {
            self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        } else {
            self[place] = .random(in: 0...255, using: &random)
        }
    }

    private mutating func insert(_ new: [UInt8], _ random: inout SplitMix) {
        insert(contentsOf: new, at: Int.random(in: 0...count, using: &random))
    }

    /// Repeats a piece, twice or, rarely, very often.
    private mutating func double(_ random: inout SplitMix) {
        let range = piece(&random, upTo: 16)
        let times = random.chance(in: 40) ? Int.random(in: 100...4000, using: &random) : Int.random(in: 1...4, using: &random)
        insert(contentsOf: [[UInt8]](repeating: Array(self[range]), count: times).joined(), at: range.upperBound)
    }

    /// Replaces a run of digits by another number.
    private mutating func replaceNumber(_ random: inout SplitMix) {
        let number = random.one(of: UnusualValues.numbers).utf8
        guard let digit = indices.filter({ isDigit($0) }).randomElement(using: &random) else { return insert(Array(number), &random) }
        var (start, end) = (digit, digit + 1)
        while start > 0, isDigit(start - 1) { start -= 1 }
        while end < count, isDigit(end) { end += 1 }
        if start > 0, self[start - 1] == UInt8(ascii: "-"), random.chance(in: 2) { start -= 1 }
        replaceSubrange(start..<end, with: number)
    }

    private func isDigit(_ index: Int) -> Bool { self[index] &- 0x30 < 10 }

    private func piece(_ random: inout SplitMix, upTo length: Int) -> Range<Int> {
        let start = Int.random(in: 0...count, using: &random)
        return start..<Swift.min(count, start + Int.random(in: 0...length, using: &random))
    }
}
