import Foundation
import Testing

@testable import Domain

@Suite("quality.md, Unbreakable: images of whatever bytes are read without a trap")
struct ImageHeaderTests {
    @Test("Real images of each kind, and each way of writing it", arguments: Picture.all)
    func real(picture: Picture) {
        let header = ImageHeader(picture.bytes)
        #expect(header?.kind.rawValue == picture.mediaType)
        #expect(header?.width == picture.width)
        #expect(header?.height == picture.height)
    }

    @Test("The size is read from where each kind has it")
    func sizes() {
        func size(_ bytes: [UInt8]) -> [Int]? { ImageHeader(bytes).map { [$0.width, $0.height] } }
        #expect(size(Picture.png(width: 4097, height: 12)) == [4097, 12])
        #expect(size(Picture.png(width: 0xFFFF_FFFF, height: 0)) == [0xFFFF_FFFF, 0])
        #expect(size(Picture.jpeg(width: 640, height: 480)) == [640, 480])
        let lossy: [UInt8] = [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0x21, 0x43, 0x05, 0x80]
        #expect(size(Picture.webP("VP8 ", lossy)) == [0x0321, 5], "the upper two bits are a scale")
        #expect(size(Picture.webP("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F])) == [16384, 16384])
        #expect(size(Picture.webP("VP8L", [0x2F, 0x02, 0x40, 0x00, 0x00])) == [3, 2])
        #expect(size(Picture.webP("VP8X", [0, 0, 0, 0, 0xFF, 0x0F, 0x00, 0x01, 0x00, 0x00])) == [4096, 2])
    }

    @Test("A JPEG's other segments are passed over, whatever they hold")
    func segments() {
        let exif: [UInt8] = [0xFF, 0xE1, 0x00, 0x0A, 0xFF, 0xC0, 0x00, 0x11, 0x08, 0x99, 0x99, 0x99]
        let tables: [UInt8] = [0xFF, 0xFF, 0xFF, 0xC4, 0x00, 0x02]
        #expect(ImageHeader(Picture.jpeg(width: 7, height: 9, before: exif + tables))?.width == 7)
        #expect(ImageHeader(Picture.jpeg(width: 7, height: 9, before: [0xFF, 0xDA, 0x00, 0x02])) == nil, "the picture before its header")
        #expect(ImageHeader(Picture.jpeg(width: 7, height: 9, before: [0xFF, 0xE0, 0x00, 0x01])) == nil, "a length that leaves itself out")
        #expect(ImageHeader(Picture.jpeg(width: 7, height: 9, before: [0x00])) == nil)
    }

    @Test("What breaks off before its size is none; what breaks off after it is")
    func cut() {
        for picture in Picture.all {
            let known = (0...picture.bytes.count).filter { ImageHeader(Array(picture.bytes.prefix($0))) != nil }
            let first = known.first ?? 0
            #expect(first > 8 && known == Array(first...picture.bytes.count))
        }
    }

    @Test("Bytes changed, cut out, doubled and put in at random never trap, and what is read is within what a header can say")
    func mutations() {
        var random = SplitMix(state: 20_260_301)
        var read = 0
        for _ in 0..<60_000 {
            var bytes = Picture.all.randomElement(using: &random)?.bytes ?? []
            for _ in 0..<Int.random(in: 1...6, using: &random) { bytes.mutate(&random) }
            guard let header = ImageHeader(bytes) else { continue }
            read += 1
            #expect((0...0xFFFF_FFFF).contains(header.width) && (0...0xFFFF_FFFF).contains(header.height))
        }
        #expect((1000..<60_000).contains(read), "some are still images and some are not")
    }

    @Test("Random bytes behind each beginning never trap")
    func noise() {
        var random = SplitMix(state: 7)
        let webP = ["VP8 ", "VP8L", "VP8X"].map { Picture.webP($0, []) }
        let beginnings = [[], [0xFF, 0xD8, 0xFF], Array(Picture.png(width: 1, height: 1).prefix(16))] + webP
        for beginning in beginnings {
            for _ in 0..<5000 {
                let noise = (0..<Int.random(in: 0...64, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
                _ = ImageHeader(beginning + noise)
            }
        }
    }
}

extension [UInt8] {
    /// One change somewhere.
    fileprivate mutating func mutate(_ random: inout SplitMix) {
        guard let place = indices.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: self[place] = UInt8.random(in: 0...255, using: &random)
        case 1: self[place] = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 2: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 3: removeSubrange(place..<Swift.min(count, place + Int.random(in: 1...8, using: &random)))
        case 4: insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: insert(contentsOf: self[place..<Swift.min(count, place + 4)], at: place)
        }
    }
}

/// The same numbers in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
