import CPNG
import Domain
import Pictures

/// A PNG, decoded and encoded by libpng. Colours become sRGB with 8 bits, and a palette stays one. Of a PNG that moves the still
/// image is kept.
enum PNGCodec {
    /// Decodes a picture and encodes it anew, upright.
    static func decoded(_ file: StrippedPicture) throws -> DecodedPicture {
        var image = png_image()
        davenport_png_start(&image)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, file.bytes, file.bytes.count) != 0 else { throw PictureRefusal.damaged }
        image.format &= ~UInt32(PNG_FORMAT_FLAG_LINEAR)
        let format = image.format
        let hasPalette = format & UInt32(PNG_FORMAT_FLAG_COLORMAP) != 0
        let raster = try Raster(width: Int(image.width), height: Int(image.height), depth: davenport_png_pixel_size(format))
        let palette = try RasterBytes(hasPalette ? 256 * davenport_png_colour_size(format) : 0)
        guard png_image_finish_read(&image, nil, raster.bytes.base, CInt(raster.pitch), hasPalette ? palette.base : nil) != 0,
            davenport_png_failed(&image) == 0
        else { throw PictureRefusal.damaged }
        let colours = Int(image.colormap_entries)
        let upright = try raster.upright(from: file.orientation)
        let bytes = try encoded(upright, format, palette: hasPalette ? (palette, colours) : nil)
        let thumbnail = try Thumbnail.of(try webP(upright, format, palette: hasPalette ? (palette, colours) : nil))
        return DecodedPicture(format: .png, width: upright.width, height: upright.height, bytes: bytes, thumbnail: thumbnail)
    }

    static func encoded(_ raster: Raster, _ format: UInt32, palette: (bytes: RasterBytes, count: Int)?) throws -> [UInt8] {
        var image = png_image()
        davenport_png_start(&image)
        defer { png_image_free(&image) }
        (image.width, image.height, image.format) = (UInt32(raster.width), UInt32(raster.height), format)
        image.colormap_entries = UInt32(palette?.count ?? 0)
        // A size that is never too small: a line has at most this many bytes and its filter, and compressing adds hardly any.
        let room = (raster.pitch + 1) * raster.height + raster.pitch * raster.height / 100 + 64 * 1024
        let memory = try RasterBytes(room)
        var length = room
        guard
            png_image_write_to_memory(
                &image, memory.base, &length, 0, raster.bytes.base, CInt(raster.pitch), palette?.bytes.base) != 0
        else { throw PictureRefusal.damaged }
        guard length <= PictureLimits.bytes else { throw PictureRefusal.tooLarge }
        return [UInt8](UnsafeBufferPointer(start: memory.base, count: length))
    }

    /// Makes pixels of any of the formats an image that can become smaller.
    private static func webP(_ raster: Raster, _ format: UInt32, palette: (bytes: RasterBytes, count: Int)?) throws -> WebPImage {
        if palette == nil, raster.depth != 2 { return raster.depth == 4 ? try WebPImage(rgba: raster) : try WebPImage(rgb: raster) }
        let result = try Raster(width: raster.width, height: raster.height, depth: 4)
        let isColour = format & UInt32(PNG_FORMAT_FLAG_COLOR) != 0
        let hasAlpha = format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
        let depth = (isColour ? 3 : 1) + (hasAlpha ? 1 : 0)
        for pixel in 0..<raster.width * raster.height {
            var source = raster.bytes.base + pixel * raster.depth
            if let palette { source = palette.bytes.base + min(Int(source[0]), max(palette.count - 1, 0)) * depth }
            let target = result.bytes.base + 4 * pixel
            for colour in 0..<3 { target[colour] = source[isColour ? colour : 0] }
            target[3] = hasAlpha ? source[depth - 1] : 255
        }
        return try WebPImage(rgba: result)
    }
}
