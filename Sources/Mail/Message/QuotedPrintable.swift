/// Writes text as ASCII in lines of at most 76 characters (RFC 2045), so that every mail server takes it.
enum QuotedPrintable {
    private static let width = 76
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes a text whose lines end with a line feed.
    ///
    /// No line begins with a dot, which ends a mail in SMTP, or with `From `, which begins one in a mailbox file.
    static func encode(_ text: String) -> [UInt8] {
        var encoded: [UInt8] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            append(Array(line.utf8), to: &encoded)
            encoded += [0x0D, 0x0A]
        }
        return encoded
    }

    private static func append(_ line: [UInt8], to encoded: inout [UInt8]) {
        var column = 0
        for (index, byte) in line.enumerated() {
            let isLast = index == line.count - 1
            var unit = self.unit(byte, isLast: isLast)
            // A line that goes on ends with an equals sign.
            if column + unit.count > (isLast ? width : width - 1) {
                encoded += Array("=\r\n".utf8)
                column = 0
            }
            let isFrom = line[index...].starts(with: "From ".utf8)
            if column == 0, byte == UInt8(ascii: ".") || isFrom { unit = escaped(byte) }
            encoded += unit
            column += unit.count
        }
    }

    private static func unit(_ byte: UInt8, isLast: Bool) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "="): escaped(byte)
        case 0x21...0x7E: [byte]
        // A space at the end of a line gets lost on its way.
        case 0x20 where !isLast: [byte]
        default: escaped(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
}
