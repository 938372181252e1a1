import Foundation

@testable import Domain

extension Parser {
    /// Parsers of the domain: cursors and pictures.
    static let domain = [
        Parser("cursor", ["1772395200000000 01a1fcfb-1172-778e-8c3f-4f8d0669bedb", "943 17", "ada", "0 0 0"], words: [" ", "-"]) { text in
            for text in [
                text, Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""),
            ] {
                for count in 1...3 { try read(text, parts: count) }
            }
        },
        Parser("picture", bytes: pictures, words: ["IHDR", "RIFF", "WEBP", "VP8 ", "VP8L", "VP8X", "\u{2A}"]) { bytes in
            guard let picture = StrippedPicture(bytes) else { return }
            try require(
                (0...0xFFFF_FFFF).contains(picture.size.width) && (0...0xFFFF_FFFF).contains(picture.size.height),
                "a size is what a header can say")
            try require(picture.bytes.count <= bytes.count + 38, "no more than an orientation may come")
            try require(StrippedPicture(picture.bytes) == picture, "a plain picture made plain again is the same")
        },
    ]

    private static func read(_ text: String, parts count: Int) throws {
        guard let cursor = try? Cursor(text, parts: count) else { return }
        for index in 0..<count {
            _ = try? cursor.integer(index, in: .min ... .max)
            _ = try? cursor.uuid(index)
            if let date = try? cursor.date(index) { _ = Cursor.part(date) }
        }
        try require(try Cursor(cursor.text, parts: count)?.parts == cursor.parts, "a cursor is read as it is written: \(cursor.parts)")
    }

    private static let pictures = [
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAC0lEQVR4nGNgwAIAABUAAapll8QAAAAASUVORK5CYII=",
        "/9j/4AAQSkZJRgABAQEASABIAAD/4QAKRXhpZgAAAAD/wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
        "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AA/ua1AAA=", "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
        "UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==",
    ].map { [UInt8](Data(base64Encoded: $0) ?? Data()) }
}
