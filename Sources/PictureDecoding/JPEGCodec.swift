import CTurboJPEG
import Domain
import Pictures

/// A JPEG, decoded and encoded by libjpeg-turbo.
enum JPEGCodec {
    /// The quality of a picture that is encoded anew, from 1 to 100.
    private static let quality: CInt = 90

    /// Decodes a picture and encodes it anew, upright and with its colour profile.
    static func decoded(_ file: StrippedPicture) throws -> DecodedPicture {
        let (raster, subsampling, isPrinted) = try pixels(of: file)
        let upright = try raster.upright(from: file.orientation)
        // A profile of printed colours doesn't describe the RGB colours to which they were converted.
        let bytes = try encoded(upright, subsampling, colours: isPrinted ? [] : file.colours)
        let thumbnail = try Thumbnail.of(try WebPImage(rgb: upright))
        return DecodedPicture(format: .jpeg, width: upright.width, height: upright.height, bytes: bytes, thumbnail: thumbnail)
    }

    /// Returns the pixels of a file, grey or in RGB, how finely it stores colours, and whether its colours were those of print.
    private static func pixels(of file: StrippedPicture) throws -> (Raster, subsampling: CInt, isPrinted: Bool) {
        guard let decoder = tjInitDecompress() else { throw PictureRefusal.damaged }
        defer { tjDestroy(decoder) }
        let length = UInt(file.bytes.count)
        var (width, height, subsampling, colours): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
        guard tjDecompressHeader3(decoder, file.bytes, length, &width, &height, &subsampling, &colours) == 0 else {
            throw PictureRefusal.damaged
        }
        let isPrinted = [CInt(TJCS_CMYK.rawValue), CInt(TJCS_YCCK.rawValue)].contains(colours)
        let isGrey = colours == CInt(TJCS_GRAY.rawValue)
        let depth = isPrinted ? 4 : isGrey ? 1 : 3
        let format = isPrinted ? TJPF_CMYK : isGrey ? TJPF_GRAY : TJPF_RGB
        let raster = try Raster(width: Int(width), height: Int(height), depth: depth)
        let result = tjDecompress2(
            decoder, file.bytes, length, raster.bytes.base, width, CInt(raster.pitch), height, CInt(format.rawValue),
            CInt(TJFLAG_LIMITSCANS))
        // A warning is about a part that is damaged or superfluous. The rest is shown, as browsers do.
        guard result == 0 || tjGetErrorCode(decoder) == CInt(TJERR_WARNING.rawValue) else { throw PictureRefusal.damaged }
        return (isPrinted ? try rgb(of: raster) : raster, subsampling, isPrinted)
    }

    /// Converts the colours of print, which JPEG files store inverted.
    private static func rgb(of printed: Raster) throws -> Raster {
        let result = try Raster(width: printed.width, height: printed.height, depth: 3)
        for pixel in 0..<printed.width * printed.height {
            let (source, target) = (printed.bytes.base + 4 * pixel, result.bytes.base + 3 * pixel)
            let black = UInt(source[3])
            for colour in 0..<3 { target[colour] = UInt8(UInt(source[colour]) * black / 255) }
        }
        return result
    }

    static func encoded(_ raster: Raster, _ subsampling: CInt, colours: [UInt8]) throws -> [UInt8] {
        guard let encoder = tjInitCompress() else { throw PictureRefusal.damaged }
        defer { tjDestroy(encoder) }
        let isGrey = raster.depth == 1
        let (format, usual) = (isGrey ? TJPF_GRAY : TJPF_RGB, isGrey ? TJSAMP_GRAY : TJSAMP_420)
        let isFine = !isGrey && subsampling == CInt(TJSAMP_444.rawValue)
        let chosen = isFine ? TJSAMP_444 : usual
        var (memory, length): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
        defer { tjFree(memory) }
        let result = tjCompress2(
            encoder, raster.bytes.base, CInt(raster.width), CInt(raster.pitch), CInt(raster.height), CInt(format.rawValue), &memory,
            &length,
            CInt(chosen.rawValue), quality, 0)
        guard result == 0, let memory else { throw PictureRefusal.damaged }
        let plain = [UInt8](UnsafeBufferPointer(start: memory, count: Int(length)))
        return withColours(colours, plain)
    }

    /// Puts the segments of a colour profile behind the file's first segment, which is JFIF's.
    private static func withColours(_ colours: [UInt8], _ file: [UInt8]) -> [UInt8] {
        guard !colours.isEmpty, file.count > 6, file[2] == 0xFF, file[3] == 0xE0 else { return file }
        let end = 4 + Int(file[4]) << 8 + Int(file[5])
        guard end <= file.count else { return file }
        return file[..<end] + colours + file[end...]
    }
}
