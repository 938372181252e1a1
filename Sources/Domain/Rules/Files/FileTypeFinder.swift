import DavenportAPI

/// Determines a file's type from its first bytes while it is uploaded (rule 11.63).
///
/// The content type that the sender claims isn't trusted: a file that a browser shows as a page could run scripts with
/// the rights of the user who opens it.
package struct FileTypeFinder {
    private var head: [UInt8] = []
    private var text = TextFinder()
    private let declared: String?

    /// Creates a finder for one upload.
    /// - Parameter declared: the value of the upload's `Content-Type` header. It only distinguishes the kinds of ZIP
    ///   files.
    package init(declared: String?) {
        self.declared = declared
    }

    /// Adds the next bytes of the file.
    package mutating func add(_ part: [UInt8]) {
        if head.count < Self.longest { head += part.prefix(Self.longest - head.count) }
        text.add(part)
    }

    /// The type of the file. It is valid once all bytes have been added.
    package var type: String {
        guard let known = Self.known(head) else { return text.isText ? Self.plainText : "application/octet-stream" }
        return known == "application/zip" ? packed ?? known : known
    }

    /// Returns whether `type` can be this media type: plain text or one of `FileLimits.mediaTypes`.
    package static func canFind(_ type: String) -> Bool { type == plainText || FileLimits.mediaTypes.contains(type) }

    private static let plainText = "text/plain; charset=utf-8"

    /// The declared type if it is a known kind of ZIP file; else nil. All kinds of ZIP file begin with the same bytes,
    /// so the bytes don't say which kind it is.
    private var packed: String? {
        FileLimits.packedTypes.first { $0 == declared?.lowercased() }
    }

    private static func known(_ head: [UInt8]) -> String? {
        signatures.first { head.starts(with: $0.bytes) }?.type ?? container(head) ?? (isAudioFrame(head) ? "audio/mpeg" : nil)
    }

    private static let longest = 12

    private static let signatures: [(bytes: [UInt8], type: String)] = [
        (Array("%PDF-".utf8), "application/pdf"),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
        ([0xFF, 0xD8, 0xFF], "image/jpeg"),
        (Array("GIF87a".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
        (Array("ID3".utf8), "audio/mpeg"),
        (Array("OggS".utf8), "audio/ogg"),
        ([0x50, 0x4B, 0x03, 0x04], "application/zip"), ([0x50, 0x4B, 0x05, 0x06], "application/zip"),
    ]

    /// Returns the type of a container file, or nil if it is unknown. A RIFF file, such as WebP or WAV, names its type
    /// from its ninth byte on. An ISO base media file, such as MP4, names it after `ftyp`.
    private static func container(_ head: [UInt8]) -> String? {
        guard head.count >= longest else { return nil }
        let brand = String(decoding: head[8..<12], as: UTF8.self)
        if head.starts(with: "RIFF".utf8) { return ["WEBP": "image/webp", "WAVE": "audio/wav"][brand] }
        return head[4..<8].elementsEqual("ftyp".utf8) ? brands[brand] : nil
    }

    private static let brands: [String: String] = [
        ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map { ($0, "image/heic") },
        ["M4A ", "M4B ", "M4P "].map { ($0, "audio/mp4") }, ["qt  "].map { ($0, "video/quicktime") },
        ["isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "dash", "M4V ", "MSNV"].map { ($0, "video/mp4") },
    ].reduce(into: [:]) { brands, some in brands.merge(some) { first, _ in first } }

    /// Returns whether the bytes begin an MPEG audio frame of layer III, as in an MP3 file without a tag: eleven set
    /// bits, then version and layer.
    private static func isAudioFrame(_ head: [UInt8]) -> Bool {
        head.count > 1 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2 && head[1] & 0x18 != 0x08
    }
}

/// Determines whether a file that arrives in parts is text: valid UTF-8 without NUL.
struct TextFinder {
    private var isValid = true
    /// The first bytes of a character whose other bytes haven't arrived yet.
    private var begun: [UInt8] = []

    /// Whether all bytes so far are text and end with a complete character.
    var isText: Bool { isValid && begun.isEmpty }

    mutating func add(_ part: [UInt8]) {
        guard isValid else { return }
        let bytes = begun + part
        let whole = bytes.count - Self.unfinished(bytes)
        begun = Array(bytes[whole...])
        isValid = !bytes.contains(0) && String(validating: bytes[..<whole], as: UTF8.self) != nil
    }

    /// Returns how many of the last bytes begin a character without completing it.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for count in 1...3 where count <= bytes.count {
            let byte = bytes[bytes.count - count]
            guard byte & 0xC0 == 0x80 else { return length(byte) > count ? count : 0 }
        }
        return 0
    }

    /// Returns the length of a UTF-8 character in bytes, by its first byte.
    private static func length(_ byte: UInt8) -> Int {
        switch byte {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }
}
