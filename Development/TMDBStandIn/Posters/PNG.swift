extension Bitmap {
    /// Returns the picture, whose pixels have two colours, as a PNG file without compression.
    /// - Parameters:
    ///   - ground: the colour of pixels that are 0, as red, green and blue.
    ///   - ink: the colour of pixels that are 1, as red, green and blue.
    func png(ground: [UInt8], ink: [UInt8]) -> [UInt8] {
        // One bit for each pixel, with a palette, not interlaced.
        let header = Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(height)) + [1, 3, 0, 0, 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        return signature + Self.chunk("IHDR", header) + Self.chunk("PLTE", ground + ink) + Self.chunk("IDAT", stored)
            + Self.chunk("IEND", [])
    }

    /// The rows of pixels in zlib's format, in blocks without compression.
    private var stored: [UInt8] {
        let largest = 0xffff
        var result: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: largest) {
            let block = rows[start..<min(start + largest, rows.count)]
            let length = UInt16(block.count)
            result.append(block.endIndex == rows.count ? 1 : 0)
            result += [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            result += block
        }
        return result + Self.bigEndian(Self.adler(rows))
    }

    private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(crc(body))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return second << 16 | first
    }
}
