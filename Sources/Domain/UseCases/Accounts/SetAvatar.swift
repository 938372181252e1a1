import DavenportAPI
import Secrets

extension UseCases {
    /// Sets the caller's picture, without its metadata, such as the place and the camera.
    public func setAvatar(_ caller: Caller, _ input: NewAvatar) async throws -> Me {
        let picture = try StrippedPicture(showing: input)
        return try await database.transaction(for: caller) { transaction in
            try await AvatarRepository(transaction).set(
                picture.bytes, mediaType: picture.kind.rawValue, version: picture.version, of: caller.userID)
            guard let me = try await AccountRepository(transaction).me(caller.userID) else { throw Problem(.unauthenticated) }
            return me
        }
    }
}

extension StrippedPicture {
    /// Checks an uploaded picture, and removes its metadata.
    /// - Throws: `unsupportedMediaType`; `invalid`, naming `image`.
    init(showing input: NewAvatar) throws {
        guard let picture = Self(input.image) else { throw Problem(.unsupportedMediaType) }
        let limit = AvatarLimits.pixels
        guard picture.isShowable else {
            throw Problem.invalid(
                "image", .outOfRange, "must be at most \(limit.upperBound) by \(limit.upperBound) pixels, and at least 1 by 1")
        }
        // The plain form may be a few bytes longer than the upload, if the upload's orientation was damaged.
        guard picture.bytes.count <= AvatarLimits.size else { throw Problem.invalid("image", .tooLong, "is too large") }
        self = picture
    }

    /// Whether the width and height of the picture are within the limits.
    var isShowable: Bool { AvatarLimits.pixels.contains(size.width) && AvatarLimits.pixels.contains(size.height) }

    /// A text that identifies the picture among all others: a part of its SHA-256.
    var version: String { Base64.url.encode(Digest.sha256(bytes).prefix(9)) }
}
