/// One part of a WebP.
struct RIFFChunk {
    /// Four characters.
    let kind: String
    let content: ArraySlice<UInt8>

    init(_ kind: String, _ content: ArraySlice<UInt8>) {
        (self.kind, self.content) = (kind, content)
    }

    /// - Returns: nil where it breaks off.
    private init?(_ reader: inout ByteReader) {
        guard let kind = reader.bytes(4), let length = reader.number(4, .littleEndian), let content = reader.bytes(length) else {
            return nil
        }
        // Some leave out what fills the last one up.
        if !length.isMultiple(of: 2) { _ = reader.byte() }
        self.init(String(decoding: kind, as: UTF8.self), content)
    }

    /// All that bytes consist of.
    /// - Returns: nil where one breaks off.
    static func all(in bytes: ArraySlice<UInt8>) -> [RIFFChunk]? {
        var reader = ByteReader(bytes)
        var chunks: [RIFFChunk] = []
        while !reader.rest.isEmpty {
            guard let chunk = RIFFChunk(&reader) else { return nil }
            chunks.append(chunk)
        }
        return chunks
    }

    var bytes: [UInt8] {
        var bytes = Array(kind.utf8)
        bytes.append(content.count, bytes: 4, .littleEndian)
        return bytes + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    var isImage: Bool { kind == "VP8 " || kind == "VP8L" }

    /// A frame of a picture that moves, without what doesn't belong to its image: behind 16 bytes that say where and how long come chunks again.
    /// - Returns: nil where it breaks off or has no image.
    var plainFrame: RIFFChunk? {
        var reader = ByteReader(content)
        guard let place = reader.bytes(16), let chunks = Self.all(in: reader.rest) else { return nil }
        guard chunks.contains(where: { $0.sizeOfImage != nil }) else { return nil }
        let kept = chunks.filter { $0.isImage || $0.kind == "ALPH" }
        return RIFFChunk(kind, place + kept.flatMap { $0.bytes })
    }

    /// How large an image is, by its own header; nil for other chunks.
    var sizeOfImage: PlainPicture.Size? {
        var reader = ByteReader(content)
        return kind == "VP8 " ? Self.lossySize(&reader) : kind == "VP8L" ? Self.losslessSize(&reader) : nil
    }

    /// A key frame: three bytes of flags, a start code, and twice 14 bits with 2 of scaling above.
    private static func lossySize(_ reader: inout ByteReader) -> PlainPicture.Size? {
        guard let flags = reader.byte(), flags & 1 == 0, reader.skip(2), reader.skip([0x9D, 0x01, 0x2A]),
            let width = reader.number(2, .littleEndian), let height = reader.number(2, .littleEndian)
        else { return nil }
        return .init(width: width & 0x3FFF, height: height & 0x3FFF)
    }

    /// Twice 14 bits, each one less than the size.
    private static func losslessSize(_ reader: inout ByteReader) -> PlainPicture.Size? {
        guard reader.byte() == 0x2F, let bits = reader.number(4, .littleEndian) else { return nil }
        return .init(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }
}
