import Foundation

@testable import Domain

/// A small image for tests, of Pillow's making, with nothing in it but what it takes to show it.
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
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAFElEQVR4nGM8ISfHwMDAxMDAgKAAFEoBCqHkTQMAAAAASUVORK5CYII=")
    static let jpeg = Picture(
        "JPEG", "image/jpeg", 2, 3,
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAADAAIB\
        AREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z
        """)
    static let progressiveJPEG = Picture(
        "progressive JPEG", "image/jpeg", 3, 2,
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAACAAMB\
        AREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAf/aAAgBAQAAAAE//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABBQJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQAG\
        PwJ//8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPyF//9oACAEBAAAAEP8A/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxB//9k=
        """)
    static let webP = Picture(
        "lossy WebP", "image/webp", 2, 3, "UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoCAAMADMDOJaACdAFAAAD+2iYRho1+LuxHGSQAAAA=")
    static let transparentWebP = Picture(
        "transparent WebP", "image/webp", 2, 3,
        """
        UklGRlIAAABXRUJQVlA4WAoAAAAQAAAAAQAAAgAAQUxQSAcAAAAAZGRkZGRkAFZQOCAkAAAAcAEAnQEqAgADAAzAziWgAnQBQAAA/tomEYaNfi7sRxkkAAAA
        """)
    static let movingWebP = Picture(
        "moving WebP", "image/webp", 2, 3,
        """
        UklGRqoAAABXRUJQVlA4WAoAAAACAAAAAQAAAgAAQU5JTQYAAAAAAAAAAABBTk1GOgAAAAAAAAAAAAEAAAIAAGQAAAJWUDggIgAAADABAJ0BKgIAAwAMwM4loAADcAD+2ib9\
        B8XL/+pW/XRRAABBTk1GPAAAAAAAAAAAAAEAAAIAAGQAAABWUDggJAAAADQBAJ0BKgIAAwAAAM4loAADcAD+5s7f/FD3f+pIP/cn6IwAAA==
        """)
    static let all = [
        png, jpeg, progressiveJPEG, webP, transparentWebP, movingWebP,
        Picture("lossless WebP", "image/webp", 2, 3, "UklGRh4AAABXRUJQVlA4TBEAAAAvAYAAAAdQjyLXo/+BiOh/AAA="),
        Picture(
            "moving PNG", "image/png", 2, 3,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAACGFjVEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAACAAAAAwAAAAAAAAAAAAEACgAAUa8H6AAAABRJREFU\
            eJxjPCEnx8DAwMTAwICgABRKAQqh5E0DAAAAGmZjVEwAAAABAAAAAgAAAAMAAAAAAAAAAAABAAoAAMrc7TwAAAAYZmRBVAAAAAJ4nGNkkHvGwMDAxMDAgKAAEroBChUYtygA\
            AAAASUVORK5CYII=
            """),
    ]

    /// A PNG of any size, as far as its structure goes.
    static func png(width: UInt32, height: UInt32) -> [UInt8] {
        let size = [width, height].flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return PNGFile.signature + chunk("IHDR", size + [8, 2, 0, 0, 0]) + chunk("IDAT", []) + chunk("IEND", [])
    }

    /// A PNG's chunk.
    static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] { PNGFile.Chunk.bytes(of: kind, content) }

    /// A JPEG of any size, as far as its structure goes.
    /// - Parameter segments: come before the header.
    static func jpeg(width: UInt16, height: UInt16, before segments: [UInt8] = []) -> [UInt8] {
        let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let header = segment(0xC0, [8] + size + [1, 1, 0x11, 0])
        return [0xFF, 0xD8] + segments + header + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x3F, 0xFF, 0xD9]
    }

    /// A JPEG's segment.
    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// A WebP of these chunks.
    static func webP(_ chunks: [UInt8]...) -> [UInt8] { riff("RIFF", Array("WEBP".utf8) + chunks.flatMap { $0 }) }

    /// A WebP's chunk.
    static func riff(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let length = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: content.count >> $0) }
        return Array(kind.utf8) + length + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    /// Where a WebP's frame lies, in pairs of pixels, how large it is and how long it is shown.
    static func place(left: UInt8 = 0, top: UInt8 = 0, width: UInt8, height: UInt8) -> [UInt8] {
        [left, 0, 0, top, 0, 0, width - 1, 0, 0, height - 1, 0, 0, 0, 0, 0, 0]
    }
}
