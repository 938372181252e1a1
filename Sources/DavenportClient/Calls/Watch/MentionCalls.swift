import DavenportAPI
import Foundation

extension DavenportClient {
    /// Suggest what a comment can mention: members, then characters, then actors.
    public var listMentionables: Call<MentionableQuery, Items<Mentionable>> { Call(self, Endpoints.listMentionables) }
}

extension Call where In == MentionableQuery {
    /// Calls an endpoint with a room and the beginning of a word of the names to suggest.
    public func callAsFunction(roomID: UUID, prefix: String = "") async throws -> Out {
        try await self(In(roomID: roomID, prefix: prefix))
    }
}
