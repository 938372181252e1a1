/// A picture as others are shown it: the image, its colours and which way up it is. Whatever else was told with it, such as where and by
/// what it was taken, is left out, and so is what follows its end.
///
/// Its structure is read, not its pixels. Whatever the bytes are, reading them ends in a value or in nil.
struct PlainPicture: Equatable, Sendable {
    enum Kind: String, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webP = "image/webp"
    }

    let kind: Kind
    let size: Size
    /// The picture as it is served; those of a plain picture again are the same.
    let bytes: [UInt8]

    /// In pixels.
    struct Size: Equatable, Sendable {
        let width: Int
        let height: Int
    }

    /// More than any program writes: a file of a mebibyte could have so many parts that reading it, or showing it, takes very long.
    enum Limit {
        /// Chunks of a PNG or WebP, segments of a JPEG.
        static let parts = 4096
        /// Times that a JPEG goes over its image, each of which may cost as much as showing all of it.
        static let scans = 100
        static let frames = 1000
        /// Chunks of one frame of a WebP.
        static let partsOfFrame = 16
    }

    /// - Returns: nil for what is none of the kinds, is damaged, breaks off or has too many parts.
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
