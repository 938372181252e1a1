import Foundation

/// JavaScript and CSS as the server sends them: without indentation, and without the comments at the beginning of lines.
/// JavaScript also loses the blanks beside signs.
///
/// Every line stays on its number, so a browser's messages name the lines of the source. The code is read line by line and
/// not parsed. That is safe as long as no string or template literal goes on over the end of a line, which `bin/check`
/// ensures.
enum ServedCode {
    private static let (newline, blank, tab) = (UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"))
    private static let (slash, star, backslash) = (UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "\\"))

    /// Returns the code of a file as the server sends it.
    /// - Parameter isScript: whether it is JavaScript, where `//` begins a comment.
    static func of(_ source: Data, isScript: Bool) -> Data {
        var code: [UInt8] = []
        code.reserveCapacity(source.count)
        var isComment = false
        for line in [UInt8](source).split(separator: newline, omittingEmptySubsequences: false) {
            let rest = rest(of: line, &isComment, isScript)
            if isScript { append(rest, to: &code) } else { code += rest }
            code.append(newline)
        }
        return Data(code.dropLast())
    }

    /// Returns what a line has beside its indentation and the comments at its beginning.
    /// - Parameter isComment: whether a comment of an earlier line is still open, which it then says of this line.
    private static func rest(of line: ArraySlice<UInt8>, _ isComment: inout Bool, _ isScript: Bool) -> ArraySlice<UInt8> {
        var rest = line
        while true {
            if !isComment {
                rest = rest.drop { $0 == blank || $0 == tab }
                if isScript, begins(rest, slash, slash) { return [] }
                guard begins(rest, slash, star) else { return rest }
                (rest, isComment) = (rest.dropFirst(2), true)
            }
            while !begins(rest, star, slash) {
                if rest.isEmpty { return [] }
                rest = rest.dropFirst()
            }
            (rest, isComment) = (rest.dropFirst(2), false)
        }
    }

    /// Appends a line of JavaScript without the blanks that separate no two words or signs. From its first template literal or
    /// slash on, which may begin a regular expression, the line stays as it is.
    private static func append(_ line: ArraySlice<UInt8>, to code: inout [UInt8]) {
        var (rest, last) = (line, newline)
        while let next = rest.first, next != slash, next != UInt8(ascii: "`") {
            var length = 1
            if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
                length = literal(at: rest)
            } else if next == blank {
                rest = rest.drop { $0 == blank }
                if isNeeded(last, rest.first ?? newline) { code.append(blank) }
                continue
            }
            code += rest.prefix(length)
            last = code.last ?? newline
            rest = rest.dropFirst(length)
        }
        code += rest
    }

    /// The length of the string literal at the beginning, up to the end of the line at most.
    private static func literal(at text: ArraySlice<UInt8>) -> Int {
        var place = text.startIndex + 1
        while place < text.endIndex, text[place] != text[text.startIndex] { place += text[place] == backslash ? 2 : 1 }
        return min(place + 1, text.endIndex) - text.startIndex
    }

    /// Whether a blank separates what would otherwise be one word, number or sign, or begin a comment.
    private static func isNeeded(_ before: UInt8, _ after: UInt8) -> Bool {
        let (isWord, isNumber) = (isWordPart(before), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(before))
        if isWord && isWordPart(after) || isNumber && after == UInt8(ascii: ".") { return true }
        let signs = [UInt8(ascii: "+"), UInt8(ascii: "-")]
        return after == slash || signs.contains(before) && signs.contains(after)
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"), 0x80...: true
        default: false
        }
    }

    private static func begins(_ text: ArraySlice<UInt8>, _ first: UInt8, _ second: UInt8) -> Bool {
        text.count >= 2 && text[text.startIndex] == first && text[text.startIndex + 1] == second
    }
}
