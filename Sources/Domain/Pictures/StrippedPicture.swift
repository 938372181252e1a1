/// A picture without metadata: only the image, its colours and its orientation. This is what other users get.
///
/// Everything else is removed, such as the place and the camera, and all data after the end of the file. The server
/// reads only the file's structure, not its pixels. For any sequence of bytes the result is a picture or nil.
struct StrippedPicture: Equatable, Sendable {
    enum Kind: String, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webP = "image/webp"
    }

    let kind: Kind
    let size: Size
    /// The reduced file, which the server sends to clients. Reducing it again gives the same bytes.
    let bytes: [UInt8]

    /// A size in pixels.
    struct Size: Equatable, Sendable {
        let width: Int
        let height: Int
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
    init?(_ original: [UInt8]) {
        var reader = ByteReader(original[...])
        if reader.skip(PNGFile.signature) {
            guard let file = PNGFile(&reader) else { return nil }
            (kind, size, bytes) = (.png, file.size, file.plain)
        } else if reader.skip(JPEGFile.signature) {
            guard let file = JPEGFile(&reader) else { return nil }
            (kind, size, bytes) = (.jpeg, file.size, file.plain)
        } else if let content = WebPFile.content(&reader) {
            guard let file = WebPFile(content) else { return nil }
            (kind, size, bytes) = (.webP, file.size, file.plain)
        } else {
            return nil
        }
    }
}
