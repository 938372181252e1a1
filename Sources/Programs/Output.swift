import Foundation

/// Prints a value as JSON, for programs that read it.
public func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    print(text.escaping { scalar in scalar.utf16.map { #"\u"# + $0.hexadecimal(4) }.joined() })
}

/// Prints lines for a person at a terminal. A character that would command the terminal, or turn the direction of its text, is printed as
/// its number.
public func printLines(_ text: String) {
    print(text.escaping { "\\u{" + $0.value.hexadecimal(2) + "}" })
}

/// Sends on what was printed, also where the output is a pipe.
public func flushOutput() {
    fflush(nil)
}

extension String {
    /// The text as a part of one line, with no character in it that a terminal obeys: control characters, line breaks and what turns the
    /// direction of text are written as `\u{202E}`.
    public var escapedForTerminal: String {
        escaping(lines: false) { "\\u{" + $0.value.hexadecimal(2) + "}" }
    }

    /// Replaces the characters that a terminal obeys, but for line feeds where `lines` is true.
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
    /// Whether a terminal does something for it rather than drawing it.
    fileprivate var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension FixedWidthInteger {
    /// In capitals, with leading zeros.
    fileprivate func hexadecimal(_ digits: Int) -> String {
        let text = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
