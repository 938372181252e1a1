/// The formats of pictures in comments (rule 28.2).
package enum PictureFormat: UInt8, Sendable, CaseIterable {
    case png = 1
    case jpeg
    case webP
    case gif

    /// The media type, as in the header `Content-Type`.
    package var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webP: "image/webp"
        case .gif: "image/gif"
        }
    }
}

/// A picture that was decoded and encoded anew, so that it holds nothing but the image and its colours.
package struct DecodedPicture: Sendable, Equatable {
    package let format: PictureFormat
    /// The width and height in pixels, as the picture is shown.
    package let width, height: Int
    /// The picture in its own format.
    package let bytes: [UInt8]
    /// The picture for lists: a still in WebP, of at most `PictureLimits.thumbnailSide` pixels and `PictureLimits.thumbnailBytes` bytes.
    package let thumbnail: [UInt8]

    package init(format: PictureFormat, width: Int, height: Int, bytes: [UInt8], thumbnail: [UInt8]) {
        (self.format, self.width, self.height, self.bytes, self.thumbnail) = (format, width, height, bytes, thumbnail)
    }
}

/// Why a picture isn't taken.
package enum PictureRefusal: UInt8, Error, CaseIterable {
    /// The bytes are of no format that is taken.
    case unknownFormat = 1
    /// The file is truncated or contradicts itself, or decoding it failed, took too long or took too much memory.
    case damaged
    /// The width, the height or the number of pixels is too large.
    case tooManyPixels
    /// An animation has too many frames.
    case tooManyFrames
    /// The picture is too large once it is encoded anew.
    case tooLarge

    /// The reason in metrics.
    package var name: String {
        switch self {
        case .unknownFormat: "unknown_format"
        case .damaged: "damaged"
        case .tooManyPixels: "too_many_pixels"
        case .tooManyFrames: "too_many_frames"
        case .tooLarge: "too_large"
        }
    }
}

/// The limits of pictures that are decoded (rules 28.2 and 28.3).
package enum PictureLimits {
    /// The maximum size of a picture as it is sent, in bytes.
    package static let sentBytes = 8 * 1024 * 1024
    /// The maximum size of a picture that was encoded anew, in bytes.
    package static let bytes = 16 * 1024 * 1024
    /// The maximum width and height in pixels. It is WebP's.
    package static let side = 16_383
    /// The maximum number of pixels of a still, and of an animation's canvas.
    package static let pixels = 25_000_000
    /// The maximum number of frames of an animation.
    package static let frames = 1000
    /// The maximum number of pixels of all frames of an animation together.
    package static let animatedPixels = 500_000_000
    /// The maximum width and height of a picture for lists, in pixels.
    package static let thumbnailSide = 400
    /// The maximum size of a picture for lists, in bytes. It fits into one stored chunk of a file.
    package static let thumbnailBytes = 128 * 1024
}

/// Decodes pictures that strangers have made.
package protocol PictureDecoder: Sendable {
    /// Decodes a picture, and encodes it anew without metadata.
    /// - Parameters:
    ///   - owner: the owner of the work, such as a tenant. Owners share the decoder fairly.
    ///   - picture: reads the picture once it is its turn, so that pictures that wait aren't in memory. It may block its thread.
    /// - Throws: `PictureRefusal`; `PictureDecoderBusy`; `CancellationError`; the error of reading.
    func decode(for owner: String, _ picture: @escaping @Sendable () throws -> [UInt8]) async throws -> DecodedPicture
}

/// The error of a picture that can't be decoded now: too many others wait, or the system lacks a resource.
package struct PictureDecoderBusy: Error {
    package init() {}
}
