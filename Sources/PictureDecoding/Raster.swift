import LibC
import Pictures

/// Bytes that C functions read and write. They are taken from the allocator, so that too large a picture is an error and no trap.
final class RasterBytes {
    let base: UnsafeMutablePointer<UInt8>
    let count: Int

    /// Takes the bytes, which are all zero.
    /// - Throws: `PictureRefusal.tooManyPixels` if the process has no memory for them.
    init(_ count: Int) throws {
        guard let memory = calloc(max(count, 1), 1) else { throw PictureRefusal.tooManyPixels }
        // No other type has used the memory, whose bytes `calloc` has set to zero.
        base = memory.assumingMemoryBound(to: UInt8.self)
        self.count = count
    }

    deinit { free(base) }
}

/// The pixels of an image, line by line from the top.
struct Raster {
    let width, height: Int
    /// The number of bytes of a pixel.
    let depth: Int
    let bytes: RasterBytes

    /// Creates an image whose bytes are all zero.
    /// - Throws: `PictureRefusal.tooManyPixels`.
    init(width: Int, height: Int, depth: Int) throws {
        try PictureLimits.require(width: width, height: height)
        (self.width, self.height, self.depth) = (width, height, depth)
        bytes = try RasterBytes(width * height * depth)
    }

    /// The number of bytes of a line.
    var pitch: Int { width * depth }

    /// Returns the image as it is shown upright.
    /// - Parameter orientation: how the image lies, from 1 to 8, as TIFF 6.0 numbers it.
    func upright(from orientation: Int) throws -> Raster {
        guard (2...8).contains(orientation) else { return self }
        let isTurned = orientation >= 5
        let result = try Raster(width: isTurned ? height : width, height: isTurned ? width : height, depth: depth)
        // From 5 on, lines become columns. Then the image is mirrored in x, in y or in both.
        let mirrorsX = [2, 3, 6, 7].contains(orientation)
        let mirrorsY = [3, 4, 7, 8].contains(orientation)
        for y in 0..<result.height {
            for x in 0..<result.width {
                let (shownX, shownY) = (mirrorsX ? result.width - 1 - x : x, mirrorsY ? result.height - 1 - y : y)
                let source = isTurned ? shownX * width + shownY : shownY * width + shownX
                (result.bytes.base + (y * result.width + x) * depth).update(from: bytes.base + source * depth, count: depth)
            }
        }
        return result
    }
}

extension PictureLimits {
    /// Checks a size before anything is allocated for it.
    /// - Throws: `PictureRefusal.tooManyPixels`; `PictureRefusal.damaged` for an empty picture.
    static func require(width: Int, height: Int) throws {
        guard width > 0, height > 0 else { throw PictureRefusal.damaged }
        guard width <= side, height <= side, width * height <= pixels else { throw PictureRefusal.tooManyPixels }
    }
}
