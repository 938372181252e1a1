/// A PNG file (ISO 15948, and the W3C's third edition): a signature and then chunks. Each chunk has a length, a kind,
/// its content and a checksum.
struct PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let size: StrippedPicture.Size
    /// The file, reduced to the data that is needed to show the picture.
    let plain: [UInt8]
    let orientation: Orientation?

    /// Reads a file and drops all data that isn't needed to show it.
    ///
    /// - Parameter reader: a reader that is positioned after the signature.
    /// - Returns: nil if the file is damaged or truncated, or has too many chunks or frames.
    init?(_ reader: inout ByteReader) {
        guard let first = Chunk(&reader), let header = Header(first), let chunks = Self.chunks(&reader, header) else { return nil }
        size = header.size
        orientation = chunks.lazy.filter { $0.kind == "eXIf" }.compactMap { Orientation(exif: $0.content) }.first
        let exif = orientation.map { Chunk.bytes(of: "eXIf", $0.exif) } ?? []
        plain = Self.signature + first.whole + exif + Self.kept(chunks, header).flatMap { $0.whole }
    }

    /// Reads all chunks that follow the header, up to the end of the image.
    ///
    /// - Returns: nil if the image or its end is missing, if there are too many chunks or frames, or if an invalid
    ///   chunk can't be left out.
    private static func chunks(_ reader: inout ByteReader, _ header: Header) -> [Chunk]? {
        var (chunks, frames): ([Chunk], Int) = ([], 0)
        while chunks.count < StrippedPicture.Limit.parts, let chunk = Chunk(&reader) {
            chunks.append(chunk)
            if chunk.kind == "IEND" { return chunk.content.isEmpty && chunks.contains { $0.kind == "IDAT" } ? chunks : nil }
            if chunk.kind == "fcTL" { frames += 1 }
            guard frames <= StrippedPicture.Limit.frames, header.allows(chunk) else { return nil }
        }
        return nil
    }

    /// Keeps the chunks of the image, the palette and the frames. Of each kind of chunk about colours, it keeps the
    /// first one that has a valid length.
    private static func kept(_ chunks: [Chunk], _ header: Header) -> [Chunk] {
        var seen: Set<String> = []
        return chunks.filter { chunk in
            Header.ofImage.contains(chunk.kind) || header.keeps(chunk) && seen.insert(chunk.kind).inserted
        }
    }
}

extension PNGFile {
    struct Chunk {
        /// The kind of the chunk, as four letters.
        let kind: String
        let content: ArraySlice<UInt8>
        /// The complete chunk, including its length and checksum.
        let whole: ArraySlice<UInt8>

        /// Reads a chunk.
        ///
        /// - Returns: nil if the chunk is truncated or its checksum is wrong.
        init?(_ reader: inout ByteReader) {
            let beginning = reader.rest
            guard let length = reader.number(4, .bigEndian), let kind = reader.bytes(4), let content = reader.bytes(length),
                let sum = reader.number(4, .bigEndian), sum == Int(CRC32.of(beginning.dropFirst(4).prefix(4 + length)))
            else { return nil }
            self.kind = String(decoding: kind, as: UTF8.self)
            self.content = content
            whole = beginning.prefix(12 + length)
        }

        /// Whether a decoder must understand this kind of chunk to show the picture. The kind's first letter is a
        /// capital in that case.
        var isCritical: Bool { kind.utf8.first.map { $0 & 0x20 == 0 } ?? true }

        /// Encodes a chunk, with its length and its checksum.
        static func bytes(of kind: String, _ content: [UInt8]) -> [UInt8] {
            var chunk: [UInt8] = []
            chunk.append(content.count, bytes: 4, .bigEndian)
            chunk += Array(kind.utf8) + content
            chunk.append(Int(CRC32.of(chunk.dropFirst(4))), bytes: 4, .bigEndian)
            return chunk
        }
    }
}

/// The checksum of PNG chunks (ISO 3309).
enum CRC32 {
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
    }

    private static let table = (0..<256 as Range<UInt32>).map { byte in
        (0..<8).reduce(byte) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ (sum >> 1) }
    }
}
