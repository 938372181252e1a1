import Foundation

/// JavaScript and CSS as the server sends them: without indentation, and without the comments at the beginning of lines.
///
/// Every line stays on its number, so the positions in a browser's messages are those of the source. The code is read
/// line by line and not parsed. That is safe as long as no string or template literal goes on over the end of a line,
/// which `bin/check` ensures.
enum ServedCode {
    private static let (newline, blank, tab) = (UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"))
    private static let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))

    /// Returns the code of a file as the server sends it.
    /// - Parameter hasLineComments: whether `//` begins a comment, as in JavaScript.
    static func of(_ source: Data, hasLineComments: Bool) -> Data {
        var code: [UInt8] = []
        code.reserveCapacity(source.count)
        var isComment = false
        for line in [UInt8](source).split(separator: newline, omittingEmptySubsequences: false) {
            code += rest(of: line, &isComment, hasLineComments)
            code.append(newline)
        }
        return Data(code.dropLast())
    }

    /// Returns a line without its indentation and the comments at its beginning.
    /// - Parameter isComment: whether the line begins inside a comment. The function sets it to whether the line ends
    ///   inside one.
    private static func rest(of line: ArraySlice<UInt8>, _ isComment: inout Bool, _ hasLineComments: Bool) -> ArraySlice<UInt8> {
        var rest = line
        while true {
            if !isComment {
                rest = rest.drop { $0 == blank || $0 == tab }
                if hasLineComments, begins(rest, slash, slash) { return [] }
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

    private static func begins(_ text: ArraySlice<UInt8>, _ first: UInt8, _ second: UInt8) -> Bool {
        text.count >= 2 && text[text.startIndex] == first && text[text.startIndex + 1] == second
    }
}
