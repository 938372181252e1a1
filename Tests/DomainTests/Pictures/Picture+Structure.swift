import TestSupport

@testable import Domain

extension Picture {
    /// Returns a PNG of any size, with a valid structure but without an image.
    static func png(width: UInt32, height: UInt32) -> [UInt8] {
        let size = [width, height].flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return PNGFile.signature + chunk("IHDR", size + [8, 2, 0, 0, 0]) + chunk("IDAT", []) + chunk("IEND", [])
    }

    /// Returns a PNG chunk.
    static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] { PNGFile.Chunk.bytes(of: kind, content) }

    /// Returns a JPEG of any size, with a valid structure but without an image.
    /// - Parameter segments: the segments before the header.
    static func jpeg(width: UInt16, height: UInt16, before segments: [UInt8] = []) -> [UInt8] {
        let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let header = segment(0xC0, [8] + size + [1, 1, 0x11, 0])
        return [0xFF, 0xD8] + segments + header + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x3F, 0xFF, 0xD9]
    }

    /// Returns a JPEG segment.
    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    /// Returns a WebP with these chunks.
    static func webP(_ chunks: [UInt8]...) -> [UInt8] { riff("RIFF", Array("WEBP".utf8) + chunks.flatMap { $0 }) }

    /// Returns a WebP chunk.
    static func riff(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let length = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: content.count >> $0) }
        return Array(kind.utf8) + length + content + (content.count.isMultiple(of: 2) ? [] : [0])
    }

    /// Returns the position of a WebP's frame in pairs of pixels, its size and its duration.
    static func place(left: UInt8 = 0, top: UInt8 = 0, width: UInt8, height: UInt8) -> [UInt8] {
        [left, 0, 0, top, 0, 0, width - 1, 0, 0, height - 1, 0, 0, 0, 0, 0, 0]
    }
}
