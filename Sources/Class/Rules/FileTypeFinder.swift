import DavenportAPI

/// Tells what a file is while it comes, by its leading bytes (rule 11.63): what it is called by who sends it could make a page of it
/// that runs in a reader's name.
package struct FileTypeFinder {
    private var head: [UInt8] = []
    private var text = TextFinder()
    private let declared: String?

    /// - Parameter declared: what its sender calls it, as in the header `Content-Type`.
    package init(declared: String?) {
        self.declared = declared
    }

    /// Looks at the next bytes.
    package mutating func add(_ part: [UInt8]) {
        if head.count < Self.longest { head += part.prefix(Self.longest - head.count) }
        text.add(part)
    }

    /// What it is, when all of it has come.
    package var type: String {
        guard let known = Self.known(head) else { return text.isText ? Self.plainText : "application/octet-stream" }
        return known == "application/zip" ? packed ?? known : known
    }

    /// Whether a file can have been found to be this.
    package static func canFind(_ type: String) -> Bool { type == plainText || FileLimits.mediaTypes.contains(type) }

    private static let plainText = "text/plain; charset=utf-8"

    /// What is packed as ZIP begins like any other.
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

    /// What says its kind behind its length: RIFF at its eighth byte, as WebP and WAV, ISO's base media after `ftyp`, as MP4.
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

    /// MPEG audio, layer III, without a tag before it: eleven bits set, then version and layer.
    private static func isAudioFrame(_ head: [UInt8]) -> Bool {
        head.count > 1 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2 && head[1] & 0x18 != 0x08
    }
}

/// Whether bytes that come part by part are text: UTF-8 without NUL.
struct TextFinder {
    private var isValid = true
    /// The bytes of a character that have come, while more of it is to.
    private var begun: [UInt8] = []

    /// Whether all that came is text.
    var isText: Bool { isValid && begun.isEmpty }

    mutating func add(_ part: [UInt8]) {
        guard isValid else { return }
        let bytes = begun + part
        let whole = bytes.count - Self.unfinished(bytes)
        begun = Array(bytes[whole...])
        isValid = !bytes.contains(0) && String(validating: bytes[..<whole], as: UTF8.self) != nil
    }

    /// How many bytes at the end are the beginning of a character that is longer.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        for count in 1...3 where count <= bytes.count {
            let byte = bytes[bytes.count - count]
            guard byte & 0xC0 == 0x80 else { return length(byte) > count ? count : 0 }
        }
        return 0
    }

    /// How many bytes a character has that begins so.
    private static func length(_ byte: UInt8) -> Int {
        switch byte {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }
}
