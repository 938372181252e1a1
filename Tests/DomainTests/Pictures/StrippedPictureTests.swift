import TestSupport
import Testing

@testable import Domain

@Suite("rules 20: parsing images of arbitrary bytes never traps", .aside)
struct PlainPictureTests {
    @Test("Real images of each format and variant stay unchanged", arguments: Picture.all)
    func real(picture: Picture) throws {
        let plain = try #require(StrippedPicture(picture.bytes))
        #expect(plain.kind.rawValue == picture.mediaType)
        #expect(plain.size == .init(width: picture.width, height: picture.height))
        #expect(plain.bytes == picture.bytes)
    }

    @Test("The size is read as each format stores it")
    func sizes() {
        func size(_ bytes: [UInt8]) -> [Int]? { StrippedPicture(bytes).map { [$0.size.width, $0.size.height] } }
        #expect(size(Picture.png(width: 4097, height: 12)) == [4097, 12])
        #expect(size(Picture.png(width: 0xFFFF_FFFF, height: 0)) == [0xFFFF_FFFF, 0])
        #expect(size(Picture.jpeg(width: 640, height: 480)) == [640, 480])
        let lossy = Picture.riff("VP8 ", [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0x21, 0x43, 0x05, 0x80])
        #expect(size(Picture.webP(lossy)) == [0x0321, 5], "the upper two bits are a scale")
        #expect(size(Picture.webP(Picture.riff("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F]))) == [16384, 16384])
        #expect(size(Picture.webP(Picture.riff("VP8L", [0x2F, 0x02, 0x40, 0x00, 0x00]))) == [3, 2])
        #expect(size(Picture.webP(Picture.riff("VP8X", [0, 0, 0, 0, 0x20, 0x03, 0x00, 0x04, 0x00, 0x00]), lossy)) == [0x0321, 5])
    }

    @Test("A truncated picture is rejected", arguments: Picture.all)
    func cut(picture: Picture) {
        #expect((0..<picture.bytes.count).filter { StrippedPicture(Array(picture.bytes.prefix($0))) != nil } == [])
    }

    @Test("A JPEG with two headers, impossible segments, or the image before its header is rejected")
    func malformedJPEG() {
        let segments: [[UInt8]] = [
            Picture.segment(0xC2, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]), Picture.segment(0xDA, [1, 1, 0, 0, 63, 0]), [0xFF, 0xE0, 0x00, 0x01],
            [0xFF, 0xE0, 0x00, 0x00], [0xFF, 0xE1, 0xFF, 0xFF], [0x00], [0xFF, 0xD8], [0xFF, 0xD9], Picture.segment(0x02, []),
            Picture.segment(0xC0, [8]),
        ]
        for segment in segments { #expect(StrippedPicture(Picture.jpeg(width: 7, height: 9, before: segment)) == nil, "\(segment)") }
        let tables: [UInt8] = [0xFF, 0xFF, 0xFF, 0xC4, 0x00, 0x02, 0xFF, 0x01]
        #expect(StrippedPicture(Picture.jpeg(width: 7, height: 9, before: tables))?.size.width == 7)
    }

    @Test("A PNG with a wrong checksum, two headers, no image or an unknown critical chunk is rejected")
    func malformedPNG() {
        for place in 12..<Picture.png.bytes.count {
            var bytes = Picture.png.bytes
            bytes[place] ^= 0x01
            #expect(StrippedPicture(bytes) == nil, "\(place)")
        }
        let (header, image, end) = (Array(Picture.png.bytes[8..<33]), Picture.chunk("IDAT", [1]), Picture.chunk("IEND", []))
        let chunks = [
            [header, end], [header, header, image, end], [image, header, end], [header, Picture.chunk("ABcD", []), image, end],
            [header, image, Picture.chunk("IEND", [1])], [header, image],
        ]
        for chunks in chunks { #expect(StrippedPicture(PNGFile.signature + chunks.flatMap { $0 }) == nil) }
        #expect(StrippedPicture(PNGFile.signature + header + image + end) != nil)
    }

    @Test("A WebP without an image, or with a frame without one, is rejected")
    func malformedWebP() {
        let header = Picture.riff("VP8X", [0, 0, 0, 0, 1, 0, 0, 2, 0, 0])
        let place = [UInt8](repeating: 0, count: 16)
        let chunks = [
            [], [Picture.riff("ANMF", place)], [Picture.riff("ANMF", [0])], [Picture.riff("ANMF", place + Picture.riff("VP8 ", [0]))],
            [Picture.riff("VP8L", [0])], [Picture.riff("ALPH", [0])],
        ]
        for chunks in chunks { #expect(StrippedPicture(Picture.webP(header, chunks.flatMap { $0 })) == nil) }
        #expect(StrippedPicture(Picture.webP(Picture.riff("VP8X", [0]), Array(Picture.webP.bytes[12...]))) == nil)
        #expect(StrippedPicture(Picture.webP(header, Array(Picture.webP.bytes[12...]))) != nil)
    }
}
