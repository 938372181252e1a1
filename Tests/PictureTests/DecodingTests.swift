import Pictures
import TestSupport
import Testing

@testable import Domain
@testable import PictureDecoding

@Suite("rules 28: what decoding makes of a picture")
struct DecodingTests {
    /// Shows rules 28.2 and 28.3.
    @Test("A picture of each format stays one, with its size and a still in WebP for lists of at most 400 pixels")
    func formats() throws {
        let pictures: [(PictureFormat, [UInt8])] = [
            (.jpeg, try MadePicture.jpeg(1000, 500)), (.png, try MadePicture.png(1000, 500)), (.webP, try MadePicture.webP(1000, 500)),
            (.gif, MadePicture.gif(1000, 500)),
        ]
        for (format, bytes) in pictures {
            let decoded = try PictureWorker.decoded(bytes)
            #expect(decoded.format == format && decoded.width == 1000 && decoded.height == 500)
            let thumbnail = try #require(StrippedPicture(decoded.thumbnail))
            #expect(thumbnail.kind == .webP && thumbnail.size == .init(width: 400, height: 200), "\(format)")
            #expect(decoded.thumbnail.count <= PictureLimits.thumbnailBytes)
            #expect(try PictureWorker.decoded(decoded.bytes).width == 1000, "what was made can be decoded again")
            guard format != .gif else { continue }
            #expect(try SeenPicture.corners(decoded.thumbnail).prefix(2) == ["red", "blue"], "\(format)")
        }
        let small = try PictureWorker.decoded(try MadePicture.png(30, 20))
        #expect(try #require(StrippedPicture(small.thumbnail)).size == .init(width: 30, height: 20))
        for picture in Picture.all { #expect(try PictureWorker.decoded(picture.bytes).width == picture.width, "\(picture)") }
    }

    /// Shows rule 28.3.
    @Test("A picture is stored upright and without what its camera wrote", arguments: 1...8)
    func orientation(value: Int) throws {
        let bytes = try MadePicture.jpeg(64, 32, orientation: value)
        let decoded = try PictureWorker.decoded(bytes)
        #expect((decoded.width, decoded.height) == (value < 5 ? (64, 32) : (32, 64)))
        let (left, top) = (["red", "blue", "red", "blue"], ["red", "red", "blue", "blue"])
        let shown = [1: left, 4: left, 2: left.reversed(), 3: left.reversed(), 5: top, 6: top, 7: top.reversed(), 8: top.reversed()][value]
        #expect(try SeenPicture.corners(decoded.thumbnail) == shown)
        #expect(!String(decoding: decoded.bytes, as: Unicode.ASCII.self).contains(MadePicture.secret))
        #expect(try #require(StrippedPicture(decoded.bytes)).orientation == 1)
    }

    /// Shows rule 28.3.
    @Test("A GIF goes on moving, as often as it did, and loses its comments; of a WebP and a PNG that move the first image stays")
    func moving() throws {
        let decoded = try PictureWorker.decoded(MadePicture.gif(40, 30, frames: 7, comment: MadePicture.secret))
        let text = String(decoding: decoded.bytes, as: Unicode.ASCII.self)
        #expect(text.contains("NETSCAPE2.0") && !text.contains(MadePicture.secret))
        #expect(decoded.bytes == MadePicture.gif(40, 30, frames: 7), "nothing but the comment is gone")
        for picture in Picture.all where picture.description.contains("moving") {
            let still = try PictureWorker.decoded(picture.bytes)
            let text = String(decoding: still.bytes, as: Unicode.ASCII.self)
            #expect(!text.contains("ANMF") && !text.contains("acTL"), "\(picture)")
        }
    }

    /// Shows rule 28.2.
    @Test("A picture of too many pixels, frames or of another format is refused for its reason, before it takes memory")
    func limits() throws {
        let wide = try MadePicture.png(1, 1).withSize(100_000, 1)
        let large = try MadePicture.png(1, 1).withSize(16_000, 16_000)
        let refused: [(PictureRefusal, [UInt8])] = [
            (.tooManyPixels, wide), (.tooManyPixels, large), (.tooManyPixels, MadePicture.gif(60_000, 60_000, frames: 0)),
            (.tooManyFrames, MadePicture.gif(2, 2, frames: PictureLimits.frames + 1)), (.unknownFormat, Array("%PDF-1.4".utf8)),
            (.unknownFormat, Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)), (.damaged, MadePicture.gif(2, 2, isEnded: false)),
            (.damaged, MadePicture.gif(2, 2, palette: 0)), (.damaged, MadePicture.gif(2, 2, index: 2)),
            (.damaged, MadePicture.gif(2, 2, frames: 0)),
            (.damaged, Array(try MadePicture.jpeg(64, 64).dropLast(20))),
        ]
        for (reason, bytes) in refused {
            #expect(throws: reason) { try PictureWorker.decoded(bytes) }
        }
        let cut = Array(try MadePicture.jpeg(64, 64).dropLast(20)) + [0xFF, 0xD9]
        #expect(try PictureWorker.decoded(cut).height == 64, "a JPEG's image data may end early")
        #expect(try PictureWorker.decoded(MadePicture.gif(2, 2, frames: PictureLimits.frames)).width == 2)
        #expect(try PictureWorker.decoded(MadePicture.png(PictureLimits.side, 1)).width == PictureLimits.side)
        #expect(throws: PictureRefusal.tooManyPixels) { try PictureLimits.require(width: PictureLimits.side + 1, height: 1) }
        #expect(throws: PictureRefusal.tooManyPixels) { try PictureLimits.require(width: 5001, height: 5000) }
        try PictureLimits.require(width: 5000, height: 5000)
    }

    /// Shows rule 28.4.
    @Test("The process's answer is read with suspicion: whatever it says, it is a picture within the limits or a refusal")
    func answers() throws {
        let picture = DecodedPicture(format: .png, width: 3, height: 2, bytes: [1, 2, 3], thumbnail: [4])
        let bytes = PictureAnswer.bytes(of: picture)
        #expect(try PictureAnswer.picture(in: bytes) == picture)
        for refusal in PictureRefusal.allCases {
            #expect(throws: refusal) { try PictureAnswer.picture(in: PictureAnswer.bytes(of: refusal)) }
        }
        for count in 0..<bytes.count - 1 {
            #expect(throws: PictureRefusal.damaged) { try PictureAnswer.picture(in: Array(bytes.prefix(count))) }
        }
        for (place, value) in [(0, 9), (1, 255), (5, 255), (9, 255), (12, 4)] as [(Int, UInt8)] {
            var changed = bytes
            changed[place] = value
            #expect(throws: PictureRefusal.damaged) { try PictureAnswer.picture(in: changed) }
        }
        let heavy = DecodedPicture(
            format: .png, width: 3, height: 2, bytes: [1], thumbnail: [UInt8](repeating: 0, count: PictureLimits.thumbnailBytes + 1))
        #expect(throws: PictureRefusal.damaged) { try PictureAnswer.picture(in: PictureAnswer.bytes(of: heavy)) }
    }
}
