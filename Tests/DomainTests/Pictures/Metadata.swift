import Foundation
import TestSupport

@testable import Domain

/// A picture with metadata.
struct Metadata: Sendable, CustomStringConvertible {
    let description: String
    let bytes: [UInt8]
    /// The expected bytes without metadata.
    let plain: [UInt8]

    private init(_ description: String, _ parts: [[UInt8]], plain: [[UInt8]]) {
        self.description = description
        bytes = parts.flatMap { $0 }
        self.plain = plain.flatMap { $0 }
    }

    /// Returns pictures of each format, with a text at every place where the format permits one.
    /// - Parameter orientation: the orientation in the pictures' metadata.
    static func all(around secret: String, orientation: Int? = nil) -> [Metadata] {
        let secret = Array(secret.utf8)
        return [
            jpeg(Picture.jpeg, secret, orientation), jpeg(Picture.progressiveJPEG, secret, orientation), png(secret, orientation),
            webP(Picture.transparentWebP, secret, orientation), webP(Picture.movingWebP, secret, orientation), simpleWebP(secret),
        ]
    }

    /// Adds thumbnail, EXIF, XMP, a multi-picture index, a Photoshop segment and a comment before the image, some of them
    /// also after it, and another picture after the end.
    private static func jpeg(_ picture: Picture, _ secret: [UInt8], _ orientation: Int?) -> Metadata {
        let (start, density, rest) = (Array(picture.bytes[..<2]), Array(picture.bytes[2..<20]), Array(picture.bytes[20...]))
        let metadata: [(UInt8, String, [UInt8])] = [
            (0xE0, "JFXX\0", secret), (0xE1, "Exif\0\0", exif(secret, orientation, isLittle: true)),
            (0xE1, "http://ns.adobe.com/xap/1.0/\0", secret),
            (0xE2, "MPF\0", secret), (0xED, "Photoshop 3.0\0", secret), (0xEB, "", secret), (0xFE, "", secret), (0xF3, "", secret),
        ]
        let segments = metadata.flatMap { Picture.segment($0.0, Array($0.1.utf8) + $0.2) }
        let thumbnail = Picture.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 1, 2] + secret)
        let profile = ProfileWithMetadata(secret)
        let (colours, plainColours) = (Self.profile(profile.bytes, parts: 2), Self.profile(profile.plain, parts: 1))
        let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
        let turned = orientation.map { Picture.segment(0xE1, Array("Exif\0\0".utf8) + self.orientation($0)) } ?? []
        return Metadata(
            picture.description,
            [
                start, thumbnail, segments, colours, Picture.segment(0xEE, adobe + secret), rest.dropLast(2), segments, [0xFF, 0xD9],
                picture.bytes, secret,
            ],
            plain: [start, density, turned, plainColours, Picture.segment(0xEE, adobe), rest])
    }

    private static func profile(_ bytes: [UInt8], parts: Int) -> [UInt8] {
        let half = parts == 1 ? bytes.count : bytes.count / 2
        let contents = [bytes.prefix(half), bytes.dropFirst(half)].prefix(parts)
        return contents.enumerated().flatMap { index, content in
            Picture.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(parts)] + content)
        }
    }

    private static func png(_ secret: [UInt8], _ orientation: Int?) -> Metadata {
        let (start, image, end) = (Array(Picture.png.bytes[..<33]), Array(Picture.png.bytes[33...].dropLast(12)), Picture.chunk("IEND", []))
        let metadata: [(String, [UInt8])] = [
            ("tEXt", secret), ("zTXt", secret), ("iTXt", secret), ("eXIf", exif(secret, orientation, isLittle: false)), ("tIME", secret),
            ("pHYs", secret), ("sPLT", secret), ("caBX", secret), ("prVt", secret),
            ("iCCP", secret), ("gAMA", secret), ("tRNS", secret + secret), ("bKGD", secret + secret), ("sBIT", secret), ("sRGB", secret),
            ("cLLI", secret),
        ]
        let chunks = metadata.flatMap { Picture.chunk($0.0, $0.1) }
        let colours = Picture.chunk("sRGB", [0])
        let turned = orientation.map { Picture.chunk("eXIf", self.orientation($0)) } ?? []
        return Metadata(
            "PNG", [start, chunks, colours, image, chunks, end, secret], plain: [start, turned, colours, image, end])
    }

    /// Adds metadata inside a frame too.
    private static func webP(_ picture: Picture, _ secret: [UInt8], _ orientation: Int?) -> Metadata {
        let (flags, size, image) = (picture.bytes[20], Array(picture.bytes[24..<30]), Array(picture.bytes[30...]))
        let profile = ProfileWithMetadata(secret)
        let (colours, plainColours) = (Picture.riff("ICCP", profile.bytes), Picture.riff("ICCP", profile.plain))
        let metadata = [("EXIF", exif(secret, orientation, isLittle: true)), ("XMP ", secret), ("what", secret)].flatMap {
            Picture.riff($0.0, $0.1)
        }
        let turned = orientation.map { Picture.riff("EXIF", self.orientation($0)) } ?? []
        let header = { (flags: UInt8) in Picture.riff("VP8X", [flags, 0, 0, 0] + size) }
        let frame = Picture.place(width: 2, height: 3) + Picture.webP.bytes[12...]
        let isMoving = flags & 0x02 != 0
        let talkative = isMoving ? Picture.riff("ANMF", frame + Picture.riff("XMP ", secret)) : []
        return Metadata(
            picture.description, [Picture.webP(header(flags | 0xED), colours, metadata, image, talkative, metadata), secret],
            plain: [
                Picture.webP(
                    header(flags | (orientation == nil ? 0x20 : 0x28)), plainColours, image,
                    isMoving ? Picture.riff("ANMF", frame) : [], turned)
            ])
    }

    /// This format has no field for an orientation.
    private static func simpleWebP(_ secret: [UInt8]) -> Metadata {
        let image = Array(Picture.webP.bytes[12...])
        let metadata = Picture.riff("EXIF", exif(secret, 6, isLittle: true))
        return Metadata("simple WebP", [Picture.webP(image, metadata), secret], plain: [Picture.webP.bytes])
    }

    /// Returns EXIF with the maker's name, the orientation and a second directory with a text.
    static func exif(_ secret: [UInt8], _ orientation: Int?, isLittle: Bool) -> [UInt8] {
        let entries = [[0x010F, 2, secret.count, 100]] + (orientation.map { [[0x0112, 3, 1, $0]] } ?? []) + [[0x8825, 4, 1, 100]]
        let order: ByteReader.Order = isLittle ? .littleEndian : .bigEndian
        var bytes = Array((isLittle ? "II" : "MM").utf8)
        bytes.append(42, bytes: 2, order)
        bytes.append(10, bytes: 4, order)
        bytes.append(0, bytes: 2, order)
        bytes.append(entries.count, bytes: 2, order)
        for entry in entries {
            bytes.append(entry[0], bytes: 2, order)
            bytes.append(entry[1], bytes: 2, order)
            bytes.append(entry[2], bytes: 4, order)
            bytes.append(entry[3], bytes: entry[1] == 3 ? 2 : 4, order)
            if entry[1] == 3 { bytes.append(0, bytes: 2, order) }
        }
        return bytes + [0, 0, 0, 0] + secret
    }

    /// Returns the orientation in TIFF 6.0, written out.
    private static func orientation(_ value: Int) -> [UInt8] {
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(value), 0, 0, 0, 0, 0, 0]
    }
}
