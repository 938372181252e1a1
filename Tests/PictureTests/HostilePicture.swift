import Pictures
import TestSupport

@testable import Domain
@testable import PictureDecoding

/// A picture that is made to kill decoders.
struct HostilePicture: Sendable, CustomStringConvertible {
    let description: String
    let bytes: [UInt8]

    /// Makes pictures of each kind in turn, the same for the same seed.
    static func all(count: Int, seed: UInt64) throws -> [HostilePicture] {
        var random = SplitMix64(seed: seed)
        let bases = try self.bases()
        let makers: [(String, (inout SplitMix64, [UInt8]) throws -> [UInt8])] = [
            ("truncated", truncated), ("flipped", flipped), ("torn", torn), ("resized", resized), ("lengthened", lengthened),
            ("noise", noise), ("a bomb", { random, _ in try bomb(&random) }), ("endless", { random, _ in endless(&random) }),
            ("a wrong palette", { random, _ in try palette(&random) }), ("inner damage", resealed),
        ]
        return try (0..<count).map { index in
            let (name, make) = makers[index % makers.count]
            let (format, base) = bases[index / makers.count % bases.count]
            return HostilePicture(description: "\(index): \(format), \(name)", bytes: try make(&random, base))
        }
    }

    private static func bases() throws -> [(String, [UInt8])] {
        [
            ("JPEG", try MadePicture.jpeg(120, 90, orientation: 6)), ("PNG", try MadePicture.png(120, 90)),
            ("WebP", try MadePicture.webP(120, 90)), ("GIF", MadePicture.gif(40, 30, frames: 4)),
        ] + Picture.all.map { ($0.description, $0.bytes) }
    }

    private static func truncated(_ random: inout SplitMix64, _ base: [UInt8]) -> [UInt8] {
        Array(base.prefix(Int.random(in: 4..<base.count, using: &random)))
    }

    private static func flipped(_ random: inout SplitMix64, _ base: [UInt8]) -> [UInt8] {
        var bytes = base
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }

    /// Leaves a part out, or repeats it.
    private static func torn(_ random: inout SplitMix64, _ base: [UInt8]) -> [UInt8] {
        let start = Int.random(in: 4..<base.count, using: &random)
        let end = Int.random(in: start..<base.count, using: &random)
        let (first, second) = Bool.random(using: &random) ? (base[..<start], base[end...]) : (base[..<end], base[start...])
        return Array(first) + Array(second)
    }

    /// Lets the file say that it is as large as its format permits.
    private static func resized(_ random: inout SplitMix64, _ base: [UInt8]) -> [UInt8] {
        let sizes = [(100_000, 1), (1, 100_000), (65_535, 65_535), (0, 0), (2_147_483_647, 2_147_483_647), (16_383, 16_383), (5000, 5000)]
        let (width, height) = sizes[Int.random(in: 0..<sizes.count, using: &random)]
        return base.withSize(width, height)
    }

    /// Replaces a number by a large one, as that of a part's length.
    private static func lengthened(_ random: inout SplitMix64, _ base: [UInt8]) -> [UInt8] {
        var bytes = base
        let place = Int.random(in: 4..<bytes.count - 4, using: &random)
        for offset in 0..<4 { bytes[place + offset] = [0xFF, 0x7F, 0x00][Int.random(in: 0..<3, using: &random)] }
        return bytes
    }

    /// The beginning of a picture, and then nothing that means anything.
    private static func noise(_ random: inout SplitMix64, _ base: [UInt8]) -> [UInt8] {
        let kept = Int.random(in: 4...min(64, base.count), using: &random)
        var bytes = Array(base.prefix(kept))
        for _ in 0..<Int.random(in: 1...20_000, using: &random) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
        return bytes
    }

    /// A small file of as many pixels as may be, of some more, or of far more.
    private static func bomb(_ random: inout SplitMix64) throws -> [UInt8] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return try MadePicture.png(3000, 2000).withSize(30_000, 20_000)
        case 1: return try MadePicture.webP(2000, 2000)
        case 2: return gif(of: 65_535, frames: 1)
        default: return gif(of: 5000, frames: 200)
        }
    }

    /// A GIF of so many pixels on each side, which promises frames as large.
    private static func gif(of side: Int, frames: Int) -> [UInt8] {
        var bytes = MadePicture.gif(side, side, frames: 0, isEnded: false)
        for _ in 0..<frames { bytes += frame(of: side) }
        return bytes + [0x3B]
    }

    /// A frame of so many pixels on each side, of which no data has come.
    private static func frame(of side: Int) -> [UInt8] {
        let (low, high) = (UInt8(side & 0xFF), UInt8(side >> 8))
        return [0x2C, 0, 0, 0, 0, low, high, low, high, 0, 7, 2, 128, 129, 0]
    }

    /// An animation of more frames than anybody watches, or without an end.
    private static func endless(_ random: inout SplitMix64) -> [UInt8] {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return MadePicture.gif(1, 1, frames: 50_000)
        case 1: return MadePicture.gif(16, 16, frames: 20, isEnded: false)
        default:
            var bytes = MadePicture.gif(8, 8, frames: 3, isEnded: false)
            for _ in 0..<200_000 { bytes += [0x21, 0xFE, 0] }
            return bytes
        }
    }

    private static func palette(_ random: inout SplitMix64) throws -> [UInt8] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return MadePicture.gif(20, 20, palette: 0)
        case 1: return MadePicture.gif(20, 20, index: Int.random(in: 2...127, using: &random))
        case 2:
            let colours = [UInt8](repeating: 7, count: Int.random(in: 0...800, using: &random))
            return try MadePicture.png(20, 20).inserting("PLTE", colours, form: 3)
        default: return try MadePicture.png(20, 20).inserting("tRNS", [UInt8](repeating: 7, count: 300), form: 3)
        }
    }

    /// Damages the inside of a PNG's chunks, and lets the checksums be right. Other formats have none.
    private static func resealed(_ random: inout SplitMix64, _ base: [UInt8]) throws -> [UInt8] {
        let source = base.starts(with: PNGFile.signature) ? base : try MadePicture.png(64, 64)
        var (file, reader) = (PNGFile.signature, ByteReader(source.dropFirst(8)))
        while let chunk = PNGFile.Chunk(&reader) {
            var content = Array(chunk.content)
            if !content.isEmpty, Int.random(in: 0..<2, using: &random) == 0 {
                content[Int.random(in: 0..<content.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
            file += PNGFile.Chunk.bytes(of: chunk.kind, content)
        }
        return file
    }
}

extension [UInt8] {
    /// Returns the picture with another size in its header, as far as the header has room for it.
    func withSize(_ width: Int, _ height: Int) -> [UInt8] {
        var bytes = self
        func put(_ number: Int, _ count: Int, at place: Int, isLittle: Bool) {
            for offset in 0..<count where place + offset < bytes.count {
                bytes[place + offset] = UInt8(truncatingIfNeeded: number >> (8 * (isLittle ? offset : count - 1 - offset)))
            }
        }
        if starts(with: PNGFile.signature) {
            put(width, 4, at: 16, isLittle: false)
            put(height, 4, at: 20, isLittle: false)
            put(Int(CRC32.of(bytes[12..<29])), 4, at: 29, isLittle: false)
        } else if starts(with: "GIF8".utf8) {
            put(width, 2, at: 6, isLittle: true)
            put(height, 2, at: 8, isLittle: true)
        } else if starts(with: [0xFF, 0xD8]) {
            let frame = indices.first { $0 + 8 < count && bytes[$0] == 0xFF && [0xC0, 0xC1, 0xC2].contains(bytes[$0 + 1]) }
            if let frame {
                put(height, 2, at: frame + 5, isLittle: false)
                put(width, 2, at: frame + 7, isLittle: false)
            }
        } else {
            put(width, 2, at: 26, isLittle: true)
            put(height, 2, at: 28, isLittle: true)
        }
        return bytes
    }

    /// Returns a PNG with another pixel format, and with a chunk before its data.
    fileprivate func inserting(_ kind: String, _ content: [UInt8], form: UInt8) -> [UInt8] {
        var (file, reader) = (PNGFile.signature, ByteReader(dropFirst(8)))
        while let chunk = PNGFile.Chunk(&reader) {
            var inner = Array(chunk.content)
            if chunk.kind == "IHDR" { inner[9] = form }
            if chunk.kind == "IDAT" { file += PNGFile.Chunk.bytes(of: kind, content) }
            file += PNGFile.Chunk.bytes(of: chunk.kind, inner)
        }
        return file
    }
}
