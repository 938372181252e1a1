/// A WebP file (RFC 9649): a RIFF file of chunks. Each chunk has a kind, a length, and content that is padded to an
/// even length.
///
/// The first chunk determines the format: lossy, lossless, or extended by further chunks.
struct WebPFile {
    let size: StrippedPicture.Size
    /// The file, reduced to the data that is needed to show the picture.
    let plain: [UInt8]
    let orientation: Orientation?
    /// The colour profile; empty if there is none.
    let colours: [UInt8]

    /// Returns the chunks of a RIFF file, up to the length that the file states.
    ///
    /// - Returns: nil if the file isn't a WebP or is truncated.
    static func content(_ reader: inout ByteReader) -> ArraySlice<UInt8>? {
        guard reader.skip("RIFF".utf8), let length = reader.number(4, .littleEndian), let content = reader.bytes(length),
            content.starts(with: "WEBP".utf8)
        else { return nil }
        return content.dropFirst(4)
    }

    init?(_ content: ArraySlice<UInt8>) {
        guard let chunks = RIFFChunk.all(in: content, limit: StrippedPicture.Limit.parts), let first = chunks.first else { return nil }
        switch first.kind {
        case "VP8 ", "VP8L":
            guard let size = first.sizeOfImage, chunks.count(where: { $0.isImage }) == 1 else { return nil }
            self.size = size
            (plain, orientation, colours) = (Self.file([first]), nil, [])
        case "VP8X":
            guard let header = ExtendedHeader(first.content), let chunks = header.plain(chunks.dropFirst()) else { return nil }
            size = header.size
            plain = Self.file(chunks)
            orientation = chunks.lazy.filter { $0.kind == "EXIF" }.compactMap { Orientation(exif: $0.content) }.first
            colours = chunks.first { $0.kind == "ICCP" }.map { Array($0.content) } ?? []
        default: return nil
        }
    }

    private static func file(_ chunks: [RIFFChunk]) -> [UInt8] {
        let content = Array("WEBP".utf8) + chunks.flatMap { $0.bytes }
        var file = Array("RIFF".utf8)
        file.append(content.count, bytes: 4, .littleEndian)
        return file + content
    }
}

/// The first chunk of an extended file. It says which kinds of chunk follow, and has the size of the picture.
private struct ExtendedHeader {
    let size: StrippedPicture.Size
    private let flags: UInt8
    private let sizeBytes: ArraySlice<UInt8>

    private static let animation: UInt8 = 0x02
    private static let exif: UInt8 = 0x08
    private static let alpha: UInt8 = 0x10
    private static let colours: UInt8 = 0x20

    /// Reads the content of the first chunk: a byte of flags, three unused bytes, and two numbers of 24 bits, each one
    /// less than the width or height.
    init?(_ content: ArraySlice<UInt8>) {
        var reader = ByteReader(content)
        guard content.count == 10, let flags = reader.byte(), reader.skip(3) else { return nil }
        sizeBytes = reader.rest
        guard let width = reader.number(3, .littleEndian), let height = reader.number(3, .littleEndian) else { return nil }
        self.flags = flags
        size = .init(width: width + 1, height: height + 1)
    }

    /// Returns this header and those chunks that are needed to show the picture, in their order.
    ///
    /// - Returns: nil if there is no image of the picture's size, more than one, or an invalid frame.
    func plain(_ chunks: ArraySlice<RIFFChunk>) -> [RIFFChunk]? {
        guard let images = Self.isMoving(chunks) ? frames(chunks) : RIFFChunk.image(in: chunks, of: size) else { return nil }
        let orientation = chunks.lazy.filter { $0.kind == "EXIF" }.compactMap { Orientation(exif: $0.content) }.first
        let exif = orientation.map { [RIFFChunk("EXIF", $0.exif[...])] } ?? []
        let profile = chunks.first { $0.kind == "ICCP" }.flatMap { ColourProfile($0.content) }
        let colours = profile.map { [RIFFChunk("ICCP", $0.bytes[...])] } ?? []
        let kept = colours + images + exif
        return [header(of: kept)] + kept
    }

    private static func isMoving(_ chunks: ArraySlice<RIFFChunk>) -> Bool { chunks.contains { $0.kind == "ANMF" } }

    /// Returns the animation's settings and its frames; nil if they are invalid. A still image beside the frames would
    /// be another picture, so it is refused.
    private func frames(_ chunks: ArraySlice<RIFFChunk>) -> [RIFFChunk]? {
        let found = chunks.filter { $0.kind == "ANMF" }
        guard found.count <= StrippedPicture.Limit.frames, !chunks.contains(where: { $0.isImage }),
            let common = chunks.first(where: { $0.kind == "ANIM" }), common.content.count == 6
        else { return nil }
        let frames = found.compactMap { $0.plainFrame(in: size) }
        return frames.count == found.count ? [common] + frames : nil
    }

    private func header(of chunks: [RIFFChunk]) -> RIFFChunk {
        let flag = { (kind: String, flag: UInt8) in chunks.contains { $0.kind == kind } ? flag : 0 }
        let flags = self.flags & Self.alpha | flag("ICCP", Self.colours) | flag("EXIF", Self.exif) | flag("ANIM", Self.animation)
        return RIFFChunk("VP8X", [flags, 0, 0, 0] + sizeBytes)
    }
}
