/// Headers are cut by bytes: a comma followed by a combining mark is still a comma, though as a `Character` it would be another.
extension BidirectionalCollection<UInt8> {
    /// Without spaces and tabs at both ends.
    var trimmed: SubSequence {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let tail = drop(while: isSpace)
        guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return tail }
        return tail[...last]
    }

    /// What stands between commas.
    var items: [SubSequence] {
        split(separator: UInt8(ascii: ",")).map(\.trimmed)
    }

    /// Whether it is a word of lower-case letters, in any case.
    func isWord(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { elementsEqual($0) { $0 == $1 || ($0 | 0x20 == $1 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= $1) } }
    }
}
