/// WebP (RFC 9649): a RIFF file, whose chunks are a kind, a length and the content, filled up to an even length. The first tells which of
/// three ways it is written in: with losses, without, or extended by what else may come along.
struct WebPFile {
    let size: PlainPicture.Size
    /// Only what is needed to show it.
    let plain: [UInt8]

    /// What a RIFF file that is a WebP holds, as far as it says.
    /// - Returns: nil for anything else, and for one that breaks off.
    static func content(_ reader: inout ByteReader) -> ArraySlice<UInt8>? {
        guard reader.skip("RIFF".utf8), let length = reader.number(4, .littleEndian), let content = reader.bytes(length),
            content.starts(with: "WEBP".utf8)
        else { return nil }
        return content.dropFirst(4)
    }

    init?(_ content: ArraySlice<UInt8>) {
        guard let chunks = RIFFChunk.all(in: content, limit: PlainPicture.Limit.parts), let first = chunks.first else { return nil }
        switch first.kind {
        case "VP8 ", "VP8L":
            guard let size = first.sizeOfImage, chunks.count(where: { $0.isImage }) == 1 else { return nil }
            self.size = size
            plain = Self.file([first])
        case "VP8X":
            guard let header = ExtendedHeader(first.content), let chunks = header.plain(chunks.dropFirst()) else { return nil }
            size = header.size
            plain = Self.file(chunks)
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

/// The first chunk of an extended file: flags of what comes along, and the size of all of it.
private struct ExtendedHeader {
    let size: PlainPicture.Size
    private let flags: UInt8
    private let sizeBytes: ArraySlice<UInt8>

    private static let animation: UInt8 = 0x02
    private static let exif: UInt8 = 0x08
    private static let alpha: UInt8 = 0x10
    private static let colours: UInt8 = 0x20

    /// A byte of flags, three without meaning, then twice 24 bits, each one less than the size.
    init?(_ content: ArraySlice<UInt8>) {
        var reader = ByteReader(content)
        guard content.count == 10, let flags = reader.byte(), reader.skip(3) else { return nil }
        sizeBytes = reader.rest
        guard let width = reader.number(3, .littleEndian), let height = reader.number(3, .littleEndian) else { return nil }
        self.flags = flags
        size = .init(width: width + 1, height: height + 1)
    }

    /// The header itself, the chunks that it takes to show the picture, in their order, and which way up that is.
    /// - Returns: nil where there is no image of the picture's size, more than one, or frames that can't be.
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

    /// What all frames have in common, and the frames. A still image besides would be another picture.
    private func frames(_ chunks: ArraySlice<RIFFChunk>) -> [RIFFChunk]? {
        let found = chunks.filter { $0.kind == "ANMF" }
        guard found.count <= PlainPicture.Limit.frames, !chunks.contains(where: { $0.isImage }),
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
