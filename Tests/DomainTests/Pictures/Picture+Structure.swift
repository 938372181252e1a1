import TestSupport

@testable import Domain

extension Picture {
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
