import Testing

@testable import Domain

@Suite("rules 11: a file's type follows from its leading bytes")
struct FileTypeTests {
    private func type(_ bytes: [UInt8], declared: String? = nil, parts: Int = .max) -> String {
        var finder = FileTypeFinder(declared: declared)
        for start in stride(from: 0, to: bytes.count, by: min(parts, max(bytes.count, 1))) {
            finder.add(Array(bytes[start..<min(start + min(parts, bytes.count), bytes.count)]))
        }
        return finder.type
    }

    private static let word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

    /// Shows rule 11.63.
    @Test(
        "Types with a signature are recognized, in parts of any size",
        arguments: [
            ("%PDF-1.7\n", "application/pdf"), ("\u{89}PNG\r\n\u{1A}\n", "image/png"), ("\u{FF}\u{D8}\u{FF}\u{E0}", "image/jpeg"),
            ("GIF87a", "image/gif"), ("GIF89a", "image/gif"), ("RIFF\0\0\0\0WEBPVP8 ", "image/webp"), ("RIFF\0\0\0\0WAVEfmt ", "audio/wav"),
            ("\0\0\0\u{18}ftypheic", "image/heic"), ("\0\0\0\u{18}ftypmif1", "image/heic"), ("\0\0\0\u{18}ftypM4A ", "audio/mp4"),
            ("\0\0\0\u{18}ftypisom", "video/mp4"), ("\0\0\0\u{18}ftypmp42", "video/mp4"), ("\0\0\0\u{14}ftypqt  ", "video/quicktime"),
            ("ID3\u{3}", "audio/mpeg"), ("\u{FF}\u{FB}\u{90}\0", "audio/mpeg"), ("OggS\0", "audio/ogg"),
            ("PK\u{3}\u{4}\0", "application/zip"), ("PK\u{5}\u{6}\0", "application/zip"),
            ("\0\0\0\u{18}ftypavif", "application/octet-stream"), ("RIFF\0\0\0\0AVI LIST", "application/octet-stream"),
            ("\u{FF}\u{F1}\u{50}\0", "application/octet-stream"), ("\u{FF}\u{FF}\0\0", "application/octet-stream"),
        ])
    func kinds(head: String, expected: String) {
        let bytes = head.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        for parts in [1, 3, .max] { #expect(type(bytes + [0, 0, 0], parts: parts) == expected) }
        #expect(type(bytes + [0, 0, 0], declared: "text/html") == expected)
    }

    /// Shows rule 11.63.
    @Test("A ZIP archive gets the declared type if that is a ZIP-based one, else application/zip")
    func packed() {
        let zip: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0]
        #expect(type(zip, declared: Self.word) == Self.word)
        #expect(type(zip, declared: Self.word.uppercased()) == Self.word)
        #expect(type(zip, declared: "text/html") == "application/zip" && type(zip) == "application/zip")
        #expect(type(Array("hello".utf8), declared: Self.word) == "text/plain; charset=utf-8")
    }

    /// Shows rule 11.63.
    @Test("Text, including HTML and SVG, is UTF-8 without NUL; an incomplete character makes a file binary")
    func texts() {
        let text = "text/plain; charset=utf-8"
        for parts in [1, 2, 3, 5, .max] {
            for sample in ["x", "<html><script>", "<svg onload=x>", "grüße \u{1F3B5} 中", "a\u{1}b"] {
                #expect(type(Array(sample.utf8), parts: parts) == text, "\(sample) by \(parts)")
            }
            let others: [[UInt8]] = [
                [0x61, 0, 0x62], [0xC3], [0x61, 0xF0, 0x9F, 0x8E], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x80],
                [0xFE, 0xFF, 0x61],
                Array("grüße".utf8) + [0xE4, 0xB8], [0xF5, 0x80, 0x80, 0x80],
            ]
            for other in others { #expect(type(other, parts: parts) == "application/octet-stream", "\(other) by \(parts)") }
        }
    }
}
