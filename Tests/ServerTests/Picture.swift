import Foundation

/// A small image for tests.
struct Picture: Sendable, CustomStringConvertible {
    let description: String
    let mediaType: String
    let width: Int
    let height: Int
    let bytes: [UInt8]

    private init(_ description: String, _ mediaType: String, _ width: Int, _ height: Int, _ base64: String) {
        (self.description, self.mediaType, self.width, self.height) = (description, mediaType, width, height)
        bytes = [UInt8](Data(base64Encoded: base64) ?? Data())
    }

    static let png = Picture(
        "PNG", "image/png", 2, 3,
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAC0lEQVR4nGNgwAIAABUAAapll8QAAAAASUVORK5CYII=")
    static let jpeg = Picture(
        "progressive JPEG", "image/jpeg", 1, 1,
        """
        /9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEB\
        AREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=
        """)
    static let webP = Picture("lossy WebP", "image/webp", 1, 1, "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AA/ua1AAA=")
    static let all = [
        png, jpeg, webP,
        Picture("lossless WebP", "image/webp", 1, 1, "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="),
        Picture(
            "WebP with alpha", "image/webp", 1, 1,
            "UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA=="),
    ]

    /// As much of a PNG as tells its size.
    static func png(width: UInt32, height: UInt32) -> [UInt8] {
        let size = [width, height].flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return Array(png.bytes.prefix(16)) + size + [8, 2, 0, 0, 0]
    }

    /// As much of a JPEG as tells its size.
    /// - Parameter segments: come before it.
    static func jpeg(width: UInt16, height: UInt16, before segments: [UInt8] = []) -> [UInt8] {
        let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return [0xFF, 0xD8] + (segments.isEmpty ? [0xFF, 0xFE, 0x00, 0x02] : segments) + [0xFF, 0xC0, 0x00, 0x11, 0x08] + size
    }

    /// A WebP of one chunk.
    static func webP(_ kind: String, _ chunk: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [UInt8(12 + chunk.count), 0, 0, 0] + Array("WEBP\(kind)".utf8) + [UInt8(chunk.count), 0, 0, 0] + chunk
    }
}
