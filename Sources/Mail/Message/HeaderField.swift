import Foundation

/// Writes a field of a mail's header in lines of at most 76 characters (RFC 5322), with text beyond ASCII in encoded words
/// (RFC 2047).
enum HeaderField {
    /// The maximum number of characters of a line.
    private static let width = 76
    /// The maximum number of characters of a word that is written as it is. A longer one fits no line after the field's name.
    private static let wordLimit = 60
    /// The number of bytes of an encoded word. With its frame it has 64 characters, and so fits the field's first line.
    private static let encodedBytes = 39

    /// Writes a field, with line breaks between words where they are needed.
    /// - Parameters:
    ///   - name: the field's name.
    ///   - words: what the other functions returned, or words of ASCII.
    static func field(_ name: String, _ words: [String]) -> String {
        var (text, column) = (name + ":", name.utf8.count + 1)
        for (index, word) in words.enumerated() {
            if index > 0, column + 1 + word.utf8.count > width {
                text += "\r\n"
                column = 0
            }
            text += " " + word
            column += 1 + word.utf8.count
        }
        return text + "\r\n"
    }

    /// Writes a field with any text.
    static func text(_ name: String, _ text: String) -> String {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let isPlain = isPlain(text) && words.allSatisfy { !$0.isEmpty && $0.utf8.count <= wordLimit }
        return field(name, isPlain ? words : encodedWords(text))
    }

    /// Writes a field with a mailbox.
    static func mailbox(_ name: String, _ mailbox: Mailbox) -> String {
        guard !mailbox.name.isEmpty else { return field(name, [mailbox.address]) }
        return field(name, phrase(mailbox.name) + ["<\(mailbox.address)>"])
    }

    /// Writes a name: as it is, in quotes, or in encoded words.
    private static func phrase(_ name: String) -> [String] {
        guard isPlain(name), name.utf8.count <= wordLimit else { return encodedWords(name) }
        if name.wholeMatch(of: /[A-Za-z0-9]+( [A-Za-z0-9]+)*/) != nil { return [name] }
        let quoted = "\"" + name.replacing(/[\\"]/) { "\\" + $0.0 } + "\""
        // A backslash before each quotation mark may make it longer than a line.
        return quoted.utf8.count <= wordLimit ? [quoted] : encodedWords(name)
    }

    /// Whether a text is ASCII, and nothing in it looks like an encoded word, which readers would decode.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
    }

    private static func encodedWords(_ text: String) -> [String] {
        var chunks: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = [UInt8](String(scalar).utf8)
            if chunks[chunks.count - 1].count + bytes.count > encodedBytes { chunks.append([]) }
            chunks[chunks.count - 1] += bytes
        }
        return chunks.map { "=?utf-8?b?" + Data($0).base64EncodedString() + "?=" }
    }
}
