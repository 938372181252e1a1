/// What kind an image is and how large, read from its own first bytes. Whatever the bytes are, reading them ends in a value or in nil.
struct ImageHeader: Equatable, Sendable {
    enum Kind: String, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webP = "image/webp"
    }

    let kind: Kind
    /// In pixels.
    let width: Int
    /// In pixels.
    let height: Int

    /// - Returns: nil for what is none of the kinds, or breaks off before its size.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        if reader.starts(with: Self.pngSignature) {
            self.init(.png, reader.pngSize())
        } else if reader.starts(with: [0xFF, 0xD8, 0xFF]) {
            self.init(.jpeg, reader.jpegSize())
        } else if reader.starts(with: Array("RIFF".utf8)), reader.has(Array("WEBP".utf8), at: 8) {
            self.init(.webP, reader.webPSize())
        } else {
            return nil
        }
    }

    private init?(_ kind: Kind, _ size: (width: Int, height: Int)?) {
        guard let size else { return nil }
        (self.kind, width, height) = (kind, size.width, size.height)
    }

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}

/// Reads numbers out of bytes; beyond the end there is nil.
private struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func starts(with prefix: [UInt8]) -> Bool { has(prefix, at: 0) }

    func has(_ part: [UInt8], at offset: Int) -> Bool {
        bytes.count >= offset + part.count && bytes[offset..<offset + part.count].elementsEqual(part)
    }

    /// PNG (ISO 15948): after the signature a chunk IHDR of 13 bytes, which begins with the size.
    mutating func pngSize() -> (width: Int, height: Int)? {
        position = 8
        guard bigEndian(4) == 13, has(Array("IHDR".utf8), at: 12) else { return nil }
        position = 16
        guard let width = bigEndian(4), let height = bigEndian(4) else { return nil }
        return (width, height)
    }

    /// JPEG (ISO 10918-1): segments of a marker and a length, one of which, the frame header, has the size.
    mutating func jpegSize() -> (width: Int, height: Int)? {
        position = 2
        while let marker = marker() {
            switch marker {
            case 0xC4, 0xC8, 0xCC: guard skipSegment() else { return nil }
            case 0xC0...0xCF: return frameSize()
            // Standing alone, without a segment.
            case 0x01, 0xD0...0xD7: continue
            // The picture itself, or its end, before any frame header.
            case 0xD8...0xDA: return nil
            default: guard skipSegment() else { return nil }
            }
        }
        return nil
    }

    /// A marker is a byte behind one 0xFF or several.
    private mutating func marker() -> Int? {
        guard byte() == 0xFF else { return nil }
        var code = byte()
        while code == 0xFF { code = byte() }
        return code
    }

    private mutating func skipSegment() -> Bool {
        guard let length = bigEndian(2), length >= 2 else { return false }
        return skip(length - 2)
    }

    /// Length, bits a sample, height, width.
    private mutating func frameSize() -> (width: Int, height: Int)? {
        guard let length = bigEndian(2), length >= 8, skip(1), let height = bigEndian(2), let width = bigEndian(2) else { return nil }
        return (width, height)
    }

    /// WebP (RFC 9649): the first chunk tells which of three ways it is written.
    mutating func webPSize() -> (width: Int, height: Int)? {
        position = 20
        if has(Array("VP8 ".utf8), at: 12) { return lossySize() }
        if has(Array("VP8L".utf8), at: 12) { return losslessSize() }
        return has(Array("VP8X".utf8), at: 12) ? extendedSize() : nil
    }

    /// A key frame: three bytes of flags, a start code, and twice 14 bits with 2 of scaling above.
    private mutating func lossySize() -> (width: Int, height: Int)? {
        guard let flags = byte(), flags & 1 == 0, skip(2), bigEndian(3) == 0x9D012A else { return nil }
        guard let width = littleEndian(2), let height = littleEndian(2) else { return nil }
        return (width & 0x3FFF, height & 0x3FFF)
    }

    /// Twice 14 bits, each one less than the size.
    private mutating func losslessSize() -> (width: Int, height: Int)? {
        guard byte() == 0x2F, let bits = littleEndian(4) else { return nil }
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }

    /// Flags, then twice 24 bits, each one less than the size.
    private mutating func extendedSize() -> (width: Int, height: Int)? {
        guard skip(4), let width = littleEndian(3), let height = littleEndian(3) else { return nil }
        return (width + 1, height + 1)
    }

    private mutating func byte() -> Int? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return Int(bytes[position])
    }

    private mutating func skip(_ count: Int) -> Bool {
        guard count <= bytes.count - position else { return false }
        position += count
        return true
    }

    /// At most 4 bytes.
    private mutating func bigEndian(_ count: Int) -> Int? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// At most 4 bytes.
    private mutating func littleEndian(_ count: Int) -> Int? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
