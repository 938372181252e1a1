import TestSupport
import Testing

@testable import Domain

@Suite("rules 2: limits on a picture's parts, and their consistency")
struct PictureLimitTests {
    private let header = Array(Picture.png.bytes[8..<33])
    private let end = Picture.chunk("IEND", [])
    private let image = Picture.chunk("IDAT", [])

    private func times(_ count: Int, _ bytes: [UInt8]) -> [UInt8] { Array([[UInt8]](repeating: bytes, count: count).joined()) }

    private func png(_ chunks: [UInt8]...) -> StrippedPicture? { StrippedPicture(PNGFile.signature + header + chunks.flatMap { $0 } + end) }

    /// Parses a WebP of 10 by 10 pixels.
    private func webP(_ chunks: [UInt8]...) -> StrippedPicture? {
        StrippedPicture(Picture.webP(Picture.riff("VP8X", [2, 0, 0, 0, 9, 0, 0, 9, 0, 0]), chunks.flatMap { $0 }))
    }

    /// Returns a lossless image of up to 256 by 256 pixels.
    private func square(_ size: UInt8) -> [UInt8] { Picture.riff("VP8L", [0x2F, size - 1, (size - 1) << 6 & 0xC0, (size - 1) >> 2, 0]) }

    private let common = Picture.riff("ANIM", [0, 0, 0, 0, 0, 0])

    /// Shows rule 2.14.
    @Test("A PNG has at most 4096 chunks after its header, and 1000 frames")
    func chunks() {
        let frame = Picture.chunk("fcTL", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 14))
        #expect(png(times(4095, image)) != nil)
        #expect(png(times(4096, image)) == nil)
        #expect(png(times(80_000, image)) == nil)
        #expect(png(times(4096, Picture.chunk("tEXt", [])), image) == nil, "those that are left out count too")
        #expect(png(image, times(1000, frame)) != nil)
        #expect(png(image, times(1001, frame)) == nil)
    }

    /// Shows rule 2.14.
    @Test("A JPEG has at most 4096 segments and 100 scans")
    func segments() {
        let scan = Picture.segment(0xDA, [1]) + [0]
        let jpeg = { (scans: Int) in
            StrippedPicture(Array(Picture.jpeg(width: 4096, height: 4096).dropLast(2)) + times(scans - 1, scan) + [0xFF, 0xD9])
        }
        #expect(jpeg(100) != nil)
        #expect(jpeg(101) == nil)
        #expect(jpeg(90_000) == nil)
        let tables = Picture.segment(0xC4, [])
        #expect(StrippedPicture(Picture.jpeg(width: 7, height: 9, before: times(4093, tables))) != nil)
        #expect(StrippedPicture(Picture.jpeg(width: 7, height: 9, before: times(4094, tables))) == nil)
    }

    /// Shows rule 2.14.
    @Test("A WebP has at most 4096 chunks and 1000 frames, and a frame has 16 chunks")
    func webPParts() {
        let frame = Picture.riff("ANMF", Picture.place(width: 1, height: 1) + square(1))
        let nothing = Picture.riff("what", [])
        #expect(webP(common, times(1000, frame)) != nil)
        #expect(webP(common, times(1001, frame)) == nil)
        #expect(webP(common, times(27_000, frame)) == nil)
        #expect(webP(square(10), times(4094, nothing)) != nil)
        #expect(webP(square(10), times(4095, nothing)) == nil)
        #expect(webP(common, Picture.riff("ANMF", Picture.place(width: 1, height: 1) + square(1) + times(15, nothing))) != nil)
        #expect(webP(common, Picture.riff("ANMF", Picture.place(width: 1, height: 1) + square(1) + times(16, nothing))) == nil)
    }

    /// Shows rule 2.14.
    @Test("A WebP's image has the size that the header states, and frames lie within it and have their stated size")
    func webPSizes() {
        func frame(_ place: [UInt8], _ images: [UInt8]...) -> [UInt8] { Picture.riff("ANMF", place + images.flatMap { $0 }) }
        #expect(webP(square(10))?.size == .init(width: 10, height: 10))
        for size in [1, 9, 11, 255] as [UInt8] { #expect(webP(square(size)) == nil, "\(size)") }
        #expect(webP(Picture.riff("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F])) == nil, "16384 by 16384")
        #expect(webP(square(10), square(10)) == nil)
        #expect(StrippedPicture(Picture.webP(square(10), square(10))) == nil)
        #expect(webP(Picture.riff("VP8L", [0x2E, 0x09, 0x40, 0x02, 0])) == nil, "another signature")
        #expect(webP(Picture.riff("VP8L", [0x2F, 0x09, 0x40, 0x02, 0x20])) == nil, "another version")
        #expect(webP(common, frame(Picture.place(left: 3, top: 4, width: 2, height: 2), square(2))) != nil)
        #expect(webP(common, frame(Picture.place(left: 5, width: 2, height: 2), square(2))) == nil, "beyond the right")
        #expect(webP(common, frame(Picture.place(top: 5, width: 2, height: 2), square(2))) == nil, "beyond the bottom")
        #expect(webP(common, frame(Picture.place(width: 2, height: 2), square(3))) == nil)
        #expect(webP(common, frame(Picture.place(width: 2, height: 2), square(2), square(2))) == nil)
        #expect(webP(frame(Picture.place(width: 2, height: 2), square(2))) == nil, "nothing says how frames follow one another")
        #expect(webP(common, frame(Picture.place(width: 2, height: 2), square(2)), square(10)) == nil, "moving and still")
    }

    /// Shows rule 2.14.
    @Test("A PNG's frames lie within it, and its palette and frame chunks have valid lengths")
    func pngFrames() {
        func frame(_ width: UInt8, _ height: UInt8, _ left: UInt8, _ top: UInt8, more: Int = 6) -> [UInt8] {
            let numbers: [UInt8] = [0, width, height, left, top].flatMap { (number: UInt8) -> [UInt8] in [0, 0, 0, number] }
            return Picture.chunk("fcTL", numbers + [UInt8](repeating: 0, count: more))
        }
        #expect(png(frame(2, 3, 0, 0), image) != nil)
        #expect(png(frame(1, 1, 1, 2), image) != nil)
        for wrong in [frame(3, 3, 0, 0), frame(1, 1, 2, 0), frame(1, 2, 0, 2), frame(0, 1, 0, 0), frame(1, 1, 0, 0, more: 7)] {
            #expect(png(wrong, image) == nil)
        }
        #expect(png(Picture.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), image) != nil)
        for (kind, length) in [("acTL", 9), ("fdAT", 3), ("PLTE", 0), ("PLTE", 4), ("PLTE", 771)] {
            #expect(png(Picture.chunk(kind, [UInt8](repeating: 0, count: length)), image) == nil, "\(kind)")
        }
    }

    /// Shows rule 2.14.
    @Test(
        "A PNG's colour chunks are kept in place if their lengths are valid, once each",
        arguments: [
            ("gAMA", 4), ("cHRM", 32), ("sRGB", 1), ("cICP", 4), ("mDCV", 24), ("cLLI", 8), ("sBIT", 3), ("bKGD", 6), ("tRNS", 6),
        ])
    func colours(kind: String, length: Int) {
        let chunk = { (length: Int) in Picture.chunk(kind, [UInt8](repeating: 0, count: length)) }
        let (plain, exact) = (png(image), png(chunk(length), image))
        #expect(exact?.bytes == PNGFile.signature + header + chunk(length) + image + end)
        for other in [0, length - 1, length + 1, 100] { #expect(png(chunk(other), image) == plain) }
        #expect(png(chunk(length), chunk(length), image) == exact)
    }

    /// Shows rule 2.14.
    @Test("An invalid colour profile, or one with parts out of place, is removed")
    func profiles() {
        let profile = ProfileWithMetadata(Array("SECRET".utf8))
        #expect(ColourProfile(profile.bytes[...])?.bytes == profile.plain)
        #expect(ColourProfile(profile.plain[...])?.bytes == profile.plain)
        #expect(ColourProfile((profile.bytes + [0])[...]) == nil, "longer than it says")
        for place in [0, 8, 12, 16, 20, 36, 128, 137] {
            var bytes = profile.bytes
            bytes[place] ^= 0x7F
            #expect(ColourProfile(bytes[...]) == nil, "\(place)")
        }
        for count in 0..<profile.bytes.count { #expect(ColourProfile(profile.bytes.prefix(count)) == nil) }
        let segment = { (number: UInt8, count: UInt8) in
            Picture.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + profile.bytes)
        }
        let without = StrippedPicture(Picture.jpeg(width: 7, height: 9))
        for wrong in [segment(1, 2), segment(2, 1), segment(0, 0), segment(1, 1) + segment(1, 1), segment(1, 1) + segment(2, 2)] {
            #expect(StrippedPicture(Picture.jpeg(width: 7, height: 9, before: wrong)) == without)
        }
        #expect(StrippedPicture(Picture.jpeg(width: 7, height: 9, before: segment(1, 1))) != without)
    }
}
