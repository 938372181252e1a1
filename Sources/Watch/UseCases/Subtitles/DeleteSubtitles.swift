import DavenportAPI
import Domain

extension UseCases {
    /// Deletes a room's subtitles in one language. The member who set them and the room's host may do that.
    public func deleteSubtitles(_ caller: Caller, _ input: SubtitleReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let subtitles = SubtitleRepository(transaction)
            guard let isHost = try await subtitles.lock(input.roomID, for: caller.userID) else { throw Problem(.notFound) }
            try await subtitles.delete(input, by: caller.userID, isHost: isHost)
            return NoContent()
        }
    }
}
