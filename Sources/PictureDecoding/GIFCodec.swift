import Domain
import Pictures

/// A GIF that may move (GIF89a). No library encodes it: its blocks are read by Swift code, which can't leave its memory, and only those
/// that show something are written again. All data of every frame is decoded, at least to count its pixels.
struct GIFCodec {
    private var reader: GIFReader
    private let width, height: Int
    private let palette: ArraySlice<UInt8>
    /// The file as it is written again, without its end.
    private var plain: [UInt8] = []
    private var frames = 0
    private var animatedPixels = 0
    /// The graphic control that belongs to the next frame.
    private var control: [UInt8] = []
    private var repeats: [UInt8] = []
    private var first: Raster?

    /// Decodes a file, and writes it again without comments, texts and data of programs.
    /// - Throws: `PictureRefusal`.
    static func decoded(_ file: [UInt8]) throws -> DecodedPicture {
        var codec = try GIFCodec(file)
        while try codec.takeBlock() {}
        guard let first = codec.first else { throw PictureRefusal.damaged }
        return DecodedPicture(
            format: .gif, width: codec.width, height: codec.height, bytes: codec.plain + [Block.end],
            thumbnail: try Thumbnail.of(try WebPImage(rgba: first)))
    }

    static func isOne(_ file: [UInt8]) -> Bool { file.starts(with: "GIF87a".utf8) || file.starts(with: "GIF89a".utf8) }

    private enum Block {
        static let image: UInt8 = 0x2C
        static let addition: UInt8 = 0x21
        static let end: UInt8 = 0x3B
        static let control: UInt8 = 0xF9
        static let application: UInt8 = 0xFF
        static let text: UInt8 = 0x01
    }

    /// Reads the header: the size, a byte of flags, the background, the pixels' shape, and the palette.
    private init(_ file: [UInt8]) throws {
        reader = GIFReader(rest: file[6...])
        (width, height) = (try reader.number(), try reader.number())
        try PictureLimits.require(width: width, height: height)
        let flags = try reader.byte()
        let background = try reader.byte()
        _ = try reader.byte()
        palette = flags & 0x80 == 0 ? [] : try reader.bytes(3 << (Int(flags & 7) + 1))
        plain = Array("GIF89a".utf8) + file[6..<10] + [flags, background, 0] + palette
    }

    /// Reads one block.
    /// - Returns: false at the end of the file.
    private mutating func takeBlock() throws -> Bool {
        switch try reader.byte() {
        case Block.end: return false
        case Block.image: try takeFrame()
        case Block.addition: try takeAddition()
        default: throw PictureRefusal.damaged
        }
        return true
    }

    /// Keeps how a frame is shown and how often the animation is repeated, and drops everything else.
    private mutating func takeAddition() throws {
        let (kind, parts) = (try reader.byte(), try reader.parts())
        switch kind {
        case Block.control:
            guard parts.first?.count == 4, parts.count == 1, let content = parts.first else { throw PictureRefusal.damaged }
            control = [Block.addition, kind, 4] + content + [0]
        case Block.application:
            guard parts.count == 2, parts[0].elementsEqual("NETSCAPE2.0".utf8), parts[1].count == 3, parts[1].first == 1,
                repeats.isEmpty, frames == 0
            else { return }
            repeats = [Block.addition, kind, 11] + parts[0] + [3] + parts[1] + [0]
            plain += repeats
        // A text would be drawn instead of an image, and no program does so. Its graphic control goes with it.
        case Block.text: control = []
        default: return
        }
    }

    /// Reads a frame: its place, its size, its palette and its compressed pixels.
    private mutating func takeFrame() throws {
        frames += 1
        guard frames <= PictureLimits.frames else { throw PictureRefusal.tooManyFrames }
        let place = try reader.bytes(9)
        var description = GIFReader(rest: place)
        let (left, top) = (try description.number(), try description.number())
        let (width, height, flags) = (try description.number(), try description.number(), try description.byte())
        guard width > 0, height > 0, left + width <= self.width, top + height <= self.height else { throw PictureRefusal.damaged }
        animatedPixels += width * height
        guard animatedPixels <= PictureLimits.animatedPixels else { throw PictureRefusal.tooManyFrames }
        let own = flags & 0x80 == 0 ? [] : try reader.bytes(3 << (Int(flags & 7) + 1))
        let colours = own.isEmpty ? palette : own
        let codeSize = try reader.byte()
        guard !colours.isEmpty, (2...8).contains(codeSize) else { throw PictureRefusal.damaged }
        let transparent = control.count > 6 && control[3] & 1 == 1 ? Int(control[6]) : nil
        let data = Array(try reader.parts().joined())
        var pixels = GIFPixels(count: width * height, codeSize: Int(codeSize), keeps: first == nil)
        let used = try pixels.decode(data, allowing: colours.count / 3, or: transparent)
        if first == nil { first = try canvas(pixels.indexes, left, top, width, height, flags & 0x40 != 0, Array(colours), transparent) }
        plain += control + [Block.image] + place + own + [codeSize]
        for start in stride(from: 0, to: used, by: 255) {
            let part = data[start..<min(start + 255, used)]
            plain += [UInt8(part.count)] + part
        }
        plain.append(0)
        guard plain.count <= PictureLimits.bytes else { throw PictureRefusal.tooLarge }
        control = []
    }

    /// Draws the first frame on an empty canvas. The lines of an interlaced frame come in four passes.
    private func canvas(
        _ indexes: [UInt8], _ left: Int, _ top: Int, _ width: Int, _ height: Int, _ isInterlaced: Bool, _ colours: [UInt8],
        _ transparent: Int?
    ) throws -> Raster {
        let raster = try Raster(width: self.width, height: self.height, depth: 4)
        let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
        let lines = passes.flatMap { stride(from: $0.0, to: height, by: $0.1) }
        for (place, line) in lines.enumerated() {
            for column in 0..<width {
                let index = Int(indexes[place * width + column])
                guard index != transparent else { continue }
                let target = raster.bytes.base + ((top + line) * self.width + left + column) * 4
                for colour in 0..<3 { target[colour] = colours[3 * index + colour] }
                target[3] = 255
            }
        }
        return raster
    }
}

/// Reads a GIF's numbers and blocks.
private struct GIFReader {
    var rest: ArraySlice<UInt8>

    mutating func byte() throws -> UInt8 {
        guard let byte = rest.popFirst() else { throw PictureRefusal.damaged }
        return byte
    }

    /// Reads a number of two bytes, the lower one first.
    mutating func number() throws -> Int { Int(try byte()) | Int(try byte()) << 8 }

    mutating func bytes(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw PictureRefusal.damaged }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Reads parts of up to 255 bytes each, up to the empty one.
    mutating func parts() throws -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        while case let count = Int(try byte()), count > 0 { parts.append(try bytes(count)) }
        return parts
    }
}

/// Reads codes of changing lengths from bytes, the lowest bit first.
private struct GIFCodeReader {
    let data: [UInt8]
    /// The number of bytes that were read.
    private(set) var place = 0
    private var bits = 0
    private var bitCount = 0

    init(data: [UInt8]) {
        self.data = data
    }

    /// Returns the next code; nil if too few bits are left.
    mutating func code(_ width: Int) -> Int? {
        while bitCount < width {
            guard place < data.count else { return nil }
            bits |= Int(data[place]) << bitCount
            (bitCount, place) = (bitCount + 8, place + 1)
        }
        defer { (bits, bitCount) = (bits >> width, bitCount - width) }
        return bits & (1 << width - 1)
    }
}

/// Decodes the compressed pixels of a frame (LZW with codes of up to 12 bits).
///
/// For each code it knows how many pixels the code stands for and the largest of them. So a frame whose pixels aren't kept
/// costs no more than its codes, however many pixels they stand for.
private struct GIFPixels {
    private let count: Int
    private let codeSize: Int
    private let keeps: Bool
    private(set) var indexes: [UInt8] = []
    private var lengths = [Int32](repeating: 0, count: 4096)
    private var largest = [UInt8](repeating: 0, count: 4096)
    private var prefixes = [UInt16](repeating: 0, count: 4096)
    private var firsts = [UInt8](repeating: 0, count: 4096)
    private var lasts = [UInt8](repeating: 0, count: 4096)

    /// - Parameter keeps: whether the pixels are kept and not only counted.
    init(count: Int, codeSize: Int, keeps: Bool) {
        (self.count, self.codeSize, self.keeps) = (count, codeSize, keeps)
        if keeps { indexes.reserveCapacity(count) }
        for value in 0..<1 << codeSize {
            let byte = UInt8(truncatingIfNeeded: value)
            (lengths[value], largest[value], firsts[value], lasts[value]) = (1, byte, byte, byte)
        }
    }

    /// Decodes the codes up to the frame's last pixel.
    /// - Parameters:
    ///   - colours: the number of colours that a pixel may have.
    ///   - transparent: a value beyond them that a pixel may have too.
    /// - Returns: the number of bytes that the codes take.
    /// - Throws: `PictureRefusal.damaged` if there are too few or too many pixels, or a pixel has no colour.
    mutating func decode(_ data: [UInt8], allowing colours: Int, or transparent: Int?) throws -> Int {
        let (clear, end) = (1 << codeSize, 1 << codeSize + 1)
        var (next, width, previous): (Int, Int, Int?) = (end + 1, codeSize + 1, nil)
        var (reader, made) = (GIFCodeReader(data: data), 0)
        // Some programs leave the last code out.
        while let code = reader.code(width), code != end {
            if code == clear {
                (next, width, previous) = (end + 1, codeSize + 1, nil)
                continue
            }
            guard made < count else { throw PictureRefusal.damaged }
            guard code < next || code == next && previous != nil && next < 4096 else { throw PictureRefusal.damaged }
            if let previous, next < 4096 {
                define(next, previous, followedBy: firsts[code == next ? previous : code])
                next += 1
                if next == 1 << width, width < 12 { width += 1 }
            }
            guard Int(largest[code]) < colours || Int(largest[code]) == transparent else { throw PictureRefusal.damaged }
            made += Int(lengths[code])
            guard made <= count else { throw PictureRefusal.damaged }
            if keeps { append(code) }
            previous = code
        }
        guard made == count else { throw PictureRefusal.damaged }
        return reader.place
    }

    /// Lets a code stand for the pixels of a former one and one more.
    private mutating func define(_ code: Int, _ previous: Int, followedBy pixel: UInt8) {
        lengths[code] = lengths[previous] + 1
        (prefixes[code], firsts[code], lasts[code]) = (UInt16(previous), firsts[previous], pixel)
        largest[code] = max(largest[previous], pixel)
    }

    private mutating func append(_ code: Int) {
        let start = indexes.count
        indexes.append(contentsOf: repeatElement(0, count: Int(lengths[code])))
        var (code, place) = (code, indexes.count)
        while place > start {
            place -= 1
            indexes[place] = lasts[code]
            code = Int(prefixes[code])
        }
    }
}
