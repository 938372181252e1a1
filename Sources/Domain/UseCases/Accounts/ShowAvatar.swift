import DavenportAPI
import Foundation

extension UseCases {
    /// Shows a user's picture. If that user blocks the caller, the picture isn't found.
    public func showAvatar(_ caller: Caller, _ input: UserReference) async throws -> Media {
        let found = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await AvatarRepository(transaction).find(input.userID, for: caller.userID)
        }
        guard let found else { throw Problem(.notFound) }
        return found.isPlain ? found.media : try await plain(found.media, of: input.userID, for: caller)
    }

    /// Removes the metadata of a picture that was stored with its metadata. The result is stored, so that it is
    /// computed only once.
    private func plain(_ media: Media, of userID: UUID, for caller: Caller) async throws -> Media {
        guard let picture = StrippedPicture(media.bytes) else { throw Problem(.notFound) }
        try await database.transaction(for: caller, .singleRoundTrip) {
            try await AvatarRepository($0).keepPlain(picture.bytes, of: userID)
        }
        return Media(type: picture.kind.rawValue, bytes: picture.bytes)
    }
}
