import Foundation

/// Prints a value as JSON on standard output.
public func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    print(text.escaping { scalar in scalar.utf16.map { #"\u"# + $0.hexadecimal(4) }.joined() })
}

/// Prints lines for a person at a terminal. A character that would control the terminal, or change the direction of the
/// text, is printed as `\u{…}` with its code point.
public func printLines(_ text: String) {
    print(text.escaping { "\\u{" + $0.value.hexadecimal(2) + "}" })
}

/// Flushes standard output, which is buffered if it is a pipe.
public func flushOutput() {
    fflush(nil)
}

extension String {
    /// The text in a form that can be part of one line on a terminal. Control characters, line breaks and characters
    /// that change the text's direction are replaced by their code points, such as `\u{202E}`.
    public var escapedForTerminal: String {
        escaping(lines: false) { "\\u{" + $0.value.hexadecimal(2) + "}" }
    }

    /// Returns the text with the characters replaced that a terminal would act on instead of drawing them. Line feeds
    /// stay if `lines` is true.
    fileprivate func escaping(lines: Bool = true, _ replacement: (Unicode.Scalar) -> String) -> String {
        unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isObeyed, !(lines && scalar == "\n") {
                text += replacement(scalar)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal acts on the character instead of drawing it, as on a control character or a line break.
    fileprivate var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension FixedWidthInteger {
    /// Returns the number in upper-case hexadecimal, with leading zeros so that it has at least `digits` digits.
    fileprivate func hexadecimal(_ digits: Int) -> String {
        let text = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
