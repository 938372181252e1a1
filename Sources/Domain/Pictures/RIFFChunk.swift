/// A chunk of a WebP file.
struct RIFFChunk {
    /// The kind of the chunk, as four characters.
    let kind: String
    let content: ArraySlice<UInt8>

    init(_ kind: String, _ content: ArraySlice<UInt8>) {
        (self.kind, self.content) = (kind, content)
    }

    /// Reads a chunk.
    ///
    /// - Returns: nil if the chunk is truncated.
    private init?(_ reader: inout ByteReader) {
        guard let kind = reader.bytes(4), let length = reader.number(4, .littleEndian), let content = reader.bytes(length) else {
            return nil
        }
        // Some programs omit the padding of the last chunk.
        if !length.isMultiple(of: 2) { _ = reader.byte() }
        self.init(String(decoding: kind, as: UTF8.self), content)
    }

    /// Reads all chunks from the bytes.
    ///
    /// - Returns: nil if a chunk is truncated, or if there are more chunks than `limit`.
    static func all(in bytes: ArraySlice<UInt8>, limit: Int) -> [RIFFChunk]? {
        var reader = ByteReader(bytes)
        var chunks: [RIFFChunk] = []
        while !reader.rest.isEmpty {
            guard chunks.count < limit, let chunk = RIFFChunk(&reader) else { return nil }
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

    /// Reduces a frame of an animation to its image. A frame has its position, size and duration, and then chunks.
    ///
    /// - Parameter canvas: the size of the picture. The frame must lie within it.
    /// - Returns: nil if the frame is truncated, lies outside of the picture, or doesn't have exactly one image of its
    ///   size.
    func plainFrame(in canvas: StrippedPicture.Size) -> RIFFChunk? {
        var reader = ByteReader(content)
        guard let place = reader.bytes(16), let size = Self.sizeOfFrame(place, in: canvas),
            let chunks = Self.all(in: reader.rest, limit: StrippedPicture.Limit.partsOfFrame), let image = Self.image(in: chunks, of: size)
        else { return nil }
        return RIFFChunk(kind, place + image.flatMap { $0.bytes })
    }

    /// Reads the size of a frame. The file stores half of the frame's left and top position, and its width and height
    /// minus one.
    private static func sizeOfFrame(_ place: ArraySlice<UInt8>, in canvas: StrippedPicture.Size) -> StrippedPicture.Size? {
        var reader = ByteReader(place)
        guard let left = reader.number(3, .littleEndian), let top = reader.number(3, .littleEndian),
            let width = reader.number(3, .littleEndian), let height = reader.number(3, .littleEndian),
            2 * left + width < canvas.width, 2 * top + height < canvas.height
        else { return nil }
        return .init(width: width + 1, height: height + 1)
    }

    /// Returns the chunks of the only image, including its transparency. A lossy image has the transparency in a chunk
    /// of its own.
    ///
    /// - Returns: nil if there is no image, more than one, or one of another size.
    static func image(in chunks: some Collection<RIFFChunk>, of size: StrippedPicture.Size) -> [RIFFChunk]? {
        let images = chunks.filter { $0.isImage }
        guard images.count == 1, let image = images.first, image.sizeOfImage == size else { return nil }
        let transparency = image.kind == "VP8 " ? chunks.first { $0.kind == "ALPH" } : nil
        return (transparency.map { [$0] } ?? []) + [image]
    }

    /// The size that the header of the image states; nil if the chunk isn't an image.
    var sizeOfImage: StrippedPicture.Size? {
        var reader = ByteReader(content)
        return kind == "VP8 " ? Self.lossySize(&reader) : kind == "VP8L" ? Self.losslessSize(&reader) : nil
    }

    /// Reads the size from a lossy image's key frame: three bytes of flags, a start code, and two numbers of 14 bits
    /// below 2 bits of scaling.
    private static func lossySize(_ reader: inout ByteReader) -> StrippedPicture.Size? {
        guard let flags = reader.byte(), flags & 1 == 0, reader.skip(2), reader.skip([0x9D, 0x01, 0x2A]),
            let width = reader.number(2, .littleEndian), let height = reader.number(2, .littleEndian)
        else { return nil }
        return .init(width: width & 0x3FFF, height: height & 0x3FFF)
    }

    /// Reads the size from a lossless image's header: two numbers of 14 bits, which are the width and the height minus
    /// one. A flag and a version of three bits follow.
    private static func losslessSize(_ reader: inout ByteReader) -> StrippedPicture.Size? {
        guard reader.byte() == 0x2F, let bits = reader.number(4, .littleEndian), bits >> 29 == 0 else { return nil }
        return .init(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    }
}
