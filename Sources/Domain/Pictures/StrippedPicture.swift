/// A picture without metadata: only the image, its colours and its orientation. This is what other users get.
///
/// Everything else is removed, such as the place and the camera, and all data after the end of the file. The server
/// reads only the file's structure, not its pixels. For any sequence of bytes the result is a picture or nil.
package struct StrippedPicture: Equatable, Sendable {
    /// The format of a picture, by its media type.
    package enum Kind: String, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webP = "image/webp"
    }

    package let kind: Kind
    package let size: Size
    /// The reduced file, which the server sends to clients. Reducing it again gives the same bytes.
    package let bytes: [UInt8]
    /// How the picture must be turned to be shown upright, from 1 (not at all) to 8, as TIFF 6.0 numbers it.
    package let orientation: Int
    /// What the reduced file says of its colours: the segments of a JPEG, the profile of a WebP, and nothing of a PNG, whose chunks stay
    /// within its bytes.
    package let colours: [UInt8]

    /// A size in pixels.
    package struct Size: Equatable, Sendable {
        package let width: Int
        package let height: Int
    }

    /// Limits that the files of ordinary programs never reach. Without them, a file of 1 MiB could have so many parts
    /// that reading or showing it takes very long.
    enum Limit {
        /// The maximum number of chunks in a PNG or WebP, and of segments in a JPEG.
        static let parts = 4096
        /// The maximum number of scans in a JPEG. Decoding a single scan can take as long as decoding a whole image.
        static let scans = 100
        /// The maximum number of frames in an animation.
        static let frames = 1000
        /// The maximum number of chunks in a frame of a WebP.
        static let partsOfFrame = 16
    }

    /// Reads a picture and reduces it.
    ///
    /// - Returns: nil if the file is of another kind, damaged or truncated, or has too many parts.
    package init?(_ original: [UInt8]) {
        var reader = ByteReader(original[...])
        if reader.skip(PNGFile.signature) {
            guard let file = PNGFile(&reader) else { return nil }
            (kind, size, bytes) = (.png, file.size, file.plain)
            (orientation, colours) = (file.orientation?.value ?? 1, [])
        } else if reader.skip(JPEGFile.signature) {
            guard let file = JPEGFile(&reader) else { return nil }
            (kind, size, bytes) = (.jpeg, file.size, file.plain)
            (orientation, colours) = (file.orientation?.value ?? 1, file.colours)
        } else if let content = WebPFile.content(&reader) {
            guard let file = WebPFile(content) else { return nil }
            (kind, size, bytes) = (.webP, file.size, file.plain)
            (orientation, colours) = (file.orientation?.value ?? 1, file.colours)
        } else {
            return nil
        }
    }
}
