/// Helpers that split headers by bytes. A comma together with a combining mark is a single `Character`, so splitting by
/// characters would miss it.
extension BidirectionalCollection<UInt8> {
    /// The bytes without spaces and tabs at both ends.
    var trimmed: SubSequence {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let tail = drop(while: isSpace)
        guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return tail }
        return tail[...last]
    }

    /// The items of a comma-separated list, each without spaces and tabs around it.
    var items: [SubSequence] {
        split(separator: UInt8(ascii: ",")).map(\.trimmed)
    }

    /// Whether the bytes equal a word, regardless of case. The word must consist of lower-case letters.
    func isWord(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { elementsEqual($0) { $0 == $1 || ($0 | 0x20 == $1 && UInt8(ascii: "a")...UInt8(ascii: "z") ~= $1) } }
    }
}
