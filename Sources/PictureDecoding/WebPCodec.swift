import CWebP
import Domain
import Pictures

/// A WebP, decoded and encoded by libwebp. Of a WebP that moves the first image is kept.
enum WebPCodec {
    /// Decodes a picture and encodes it anew, upright and with its colour profile.
    static func decoded(_ file: StrippedPicture) throws -> DecodedPicture {
        try PictureLimits.require(width: file.size.width, height: file.size.height)
        let upright = try pixels(of: file).upright(from: file.orientation)
        let image = try WebPImage(rgba: upright)
        let plain = try image.encoded(quality: 85, isLossless: isLossless(file.bytes))
        let bytes = file.colours.isEmpty ? plain : try withColours(file.colours, plain)
        guard bytes.count <= PictureLimits.bytes else { throw PictureRefusal.tooLarge }
        return DecodedPicture(
            format: .webP, width: upright.width, height: upright.height, bytes: bytes, thumbnail: try Thumbnail.of(image))
    }

    private static func isLossless(_ bytes: [UInt8]) -> Bool {
        var features = WebPBitstreamFeatures()
        return WebPGetFeatures(bytes, bytes.count, &features) == VP8_STATUS_OK && features.format == 2
    }

    /// Returns the pixels of a still, or of the first image of an animation, in RGBA.
    static func pixels(of file: StrippedPicture) throws -> Raster {
        try file.bytes.withUnsafeBufferPointer { bytes in
            var (data, options) = (WebPData(bytes: bytes.baseAddress, size: bytes.count), WebPAnimDecoderOptions())
            guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw PictureRefusal.damaged }
            options.color_mode = MODE_RGBA
            guard let decoder = WebPAnimDecoderNew(&data, &options) else { throw PictureRefusal.damaged }
            defer { WebPAnimDecoderDelete(decoder) }
            var information = WebPAnimInfo()
            guard WebPAnimDecoderGetInfo(decoder, &information) != 0 else { throw PictureRefusal.damaged }
            let raster = try Raster(width: Int(information.canvas_width), height: Int(information.canvas_height), depth: 4)
            var (image, moment): (UnsafeMutablePointer<UInt8>?, CInt) = (nil, 0)
            guard WebPAnimDecoderGetNext(decoder, &image, &moment) != 0, let image else { throw PictureRefusal.damaged }
            raster.bytes.base.update(from: image, count: raster.bytes.count)
            return raster
        }
    }

    private static func withColours(_ colours: [UInt8], _ file: [UInt8]) throws -> [UInt8] {
        guard let mux = WebPMuxNew() else { throw PictureRefusal.damaged }
        defer { WebPMuxDelete(mux) }
        var assembled = WebPData()
        defer { WebPDataClear(&assembled) }
        let isAssembled = file.withUnsafeBufferPointer { image in
            colours.withUnsafeBufferPointer { profile in
                var (image, profile) = (
                    WebPData(bytes: image.baseAddress, size: image.count), WebPData(bytes: profile.baseAddress, size: profile.count)
                )
                return WebPMuxSetImage(mux, &image, 1) == WEBP_MUX_OK && WebPMuxSetChunk(mux, "ICCP", &profile, 1) == WEBP_MUX_OK
                    && WebPMuxAssemble(mux, &assembled) == WEBP_MUX_OK
            }
        }
        guard isAssembled, let bytes = assembled.bytes else { throw PictureRefusal.damaged }
        return [UInt8](UnsafeBufferPointer(start: bytes, count: assembled.size))
    }
}

/// An image that libwebp can encode and make smaller.
final class WebPImage {
    fileprivate var picture = WebPPicture()
    /// The width and height in pixels.
    var size: (width: Int, height: Int) { (Int(picture.width), Int(picture.height)) }

    private init(_ raster: Raster) throws {
        guard WebPPictureInit(&picture) != 0 else { throw PictureRefusal.damaged }
        picture.use_argb = 1
        (picture.width, picture.height) = (CInt(raster.width), CInt(raster.height))
    }

    private init(copying other: WebPImage) throws {
        guard WebPPictureCopy(&other.picture, &picture) != 0 else { throw PictureRefusal.tooManyPixels }
    }

    /// Takes an image in RGBA.
    convenience init(rgba raster: Raster) throws {
        try self.init(raster)
        guard WebPPictureImportRGBA(&picture, raster.bytes.base, CInt(raster.pitch)) != 0 else { throw PictureRefusal.tooManyPixels }
    }

    /// Takes an image that is grey or in RGB.
    convenience init(rgb raster: Raster) throws {
        try self.init(raster)
        var colour = raster
        if raster.depth == 1 {
            colour = try Raster(width: raster.width, height: raster.height, depth: 3)
            for pixel in 0..<raster.width * raster.height {
                (colour.bytes.base + 3 * pixel).update(repeating: raster.bytes.base[pixel], count: 3)
            }
        }
        guard WebPPictureImportRGB(&picture, colour.bytes.base, CInt(colour.pitch)) != 0 else { throw PictureRefusal.tooManyPixels }
    }

    deinit { WebPPictureFree(&picture) }

    /// Makes the image smaller. It stays as it is if it is small enough.
    func shrink(to width: Int, _ height: Int) throws {
        guard (width, height) != size else { return }
        guard WebPPictureRescale(&picture, CInt(width), CInt(height)) != 0 else { throw PictureRefusal.tooManyPixels }
    }

    /// Encodes the image.
    /// - Parameter quality: from 0 to 100. For a lossless image, it is the effort.
    func encoded(quality: Float, isLossless: Bool = false) throws -> [UInt8] {
        // Encoding a lossy image converts the pixels in place, which would make a second encoding worse.
        let copy = try WebPImage(copying: self)
        var configuration = WebPConfig()
        guard WebPConfigInit(&configuration) != 0 else { throw PictureRefusal.damaged }
        configuration.quality = isLossless ? 50 : quality
        configuration.lossless = isLossless ? 1 : 0
        configuration.method = isLossless ? 2 : 4
        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer { WebPMemoryWriterClear(&writer) }
        let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
            copy.picture.writer = WebPMemoryWrite
            copy.picture.custom_ptr = UnsafeMutableRawPointer(writer)
            return WebPEncode(&configuration, &copy.picture) != 0
        }
        guard isEncoded, let memory = writer.mem else { throw PictureRefusal.damaged }
        return [UInt8](UnsafeBufferPointer(start: memory, count: writer.size))
    }
}

/// The picture for lists.
enum Thumbnail {
    /// Makes the image small, and encodes it so that it fits into `PictureLimits.thumbnailBytes`.
    static func of(_ image: WebPImage) throws -> [UInt8] {
        let (width, height) = image.size
        let scale = min(1, Double(PictureLimits.thumbnailSide) / Double(max(width, height)))
        try image.shrink(to: max(1, Int((Double(width) * scale).rounded())), max(1, Int((Double(height) * scale).rounded())))
        for quality in [75, 50, 20, 0] as [Float] {
            let bytes = try image.encoded(quality: quality)
            if bytes.count <= PictureLimits.thumbnailBytes { return bytes }
        }
        throw PictureRefusal.tooLarge
    }
}
