import CPNG
import CTurboJPEG
import Pictures
import TestSupport

@testable import Domain
@testable import PictureDecoding

/// Pictures that tests draw: the left half is red, and the right half is blue.
enum MadePicture {
    static func raster(_ width: Int, _ height: Int, depth: Int = 3) throws -> Raster {
        let raster = try Raster(width: width, height: height, depth: depth)
        let (red, blue) = ([255, 0, 0, 255] as [UInt8], [0, 0, 255, 255] as [UInt8])
        let row = (0..<width).flatMap { ($0 < width / 2 ? red : blue).prefix(depth) }
        // Rows are copied, because a build without optimization takes long for single pixels.
        for start in stride(from: 0, to: row.count * height, by: max(1, row.count)) {
            (raster.bytes.base + start).update(from: row, count: row.count)
        }
        return raster
    }

    static func jpeg(_ width: Int, _ height: Int, orientation: Int? = nil) throws -> [UInt8] {
        let bytes = try JPEGCodec.encoded(raster(width, height), CInt(TJSAMP_420.rawValue), colours: [])
        guard let orientation else { return bytes }
        let exif = exif(orientation)
        let length = exif.count + 2
        return bytes[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exif + bytes[2...]
    }

    static func png(_ width: Int, _ height: Int) throws -> [UInt8] {
        try PNGCodec.encoded(raster(width, height), UInt32(PNG_FORMAT_RGB), palette: nil)
    }

    static func webP(_ width: Int, _ height: Int) throws -> [UInt8] {
        try WebPImage(rgb: raster(width, height)).encoded(quality: 90)
    }

    /// A GIF whose frames have one colour each. Its palette has two colours.
    /// - Parameters:
    ///   - index: the colour of all pixels; nil for one that alternates from frame to frame.
    ///   - isEnded: whether the file's last byte is there.
    static func gif(
        _ width: Int, _ height: Int, frames: Int = 2, index: Int? = nil, palette: Int = 2, comment: String = "", isEnded: Bool = true
    ) -> [UInt8] {
        let size = [width, height].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        var file = Array("GIF89a".utf8) + size + [palette > 0 ? 0x80 : 0, 0, 0]
        file += (0..<palette * 3).map { $0 < 3 ? [255, 0, 0][$0] : [0, 0, 255][$0 % 3] }
        file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        if !comment.isEmpty { file += [0x21, 0xFE, UInt8(comment.utf8.count)] + Array(comment.utf8) + [0] }
        for frame in 0..<frames {
            file += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0] + size + [0, 7]
            let data = codes(width * height, index ?? frame % 2)
            for start in stride(from: 0, to: data.count, by: 255) {
                let part = data[start..<min(start + 255, data.count)]
                file += [UInt8(part.count)] + part
            }
            file.append(0)
        }
        return file + (isEnded ? [0x3B] : [])
    }

    /// Codes of 8 bits: clear codes come so often that no code becomes longer.
    private static func codes(_ count: Int, _ index: Int) -> [UInt8] {
        var codes: [UInt8] = []
        for pixel in 0..<count {
            if pixel % 100 == 0 { codes.append(128) }
            codes.append(UInt8(index))
        }
        return codes + [129]
    }

    /// EXIF data with an orientation, and a text that would say where the picture was taken.
    static func exif(_ orientation: Int) -> [UInt8] {
        Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
            + Array(secret.utf8)
    }

    /// A text that no stored picture may have.
    static let secret = "52.5200N 13.4050E"
}

/// The pixels of a picture in a format that a test can look at.
enum SeenPicture {
    /// Returns the colours of the corners: those of the upper left and right, then those below.
    static func corners(_ webP: [UInt8]) throws -> [String] {
        let file = try Seen.require(StrippedPicture(webP))
        let raster = try WebPCodec.pixels(of: file)
        let (w, h) = (raster.width, raster.height)
        return [(0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)].map { x, y in
            let pixel = raster.bytes.base + (y * w + x) * 4
            return pixel[3] < 128 ? "none" : pixel[0] > 150 && pixel[2] < 100 ? "red" : pixel[2] > 150 && pixel[0] < 100 ? "blue" : "other"
        }
    }
}

private enum Seen {
    struct Missing: Error {}

    static func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Missing() }
        return value
    }
}
