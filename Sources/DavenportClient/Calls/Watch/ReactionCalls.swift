import DavenportAPI
import Foundation

extension DavenportClient {
    /// React to a comment with an emoji.
    public var addReaction: Call<ReactionReference, Comment> { Call(self, Endpoints.addReaction) }
    /// Take back your reaction to a comment.
    public var removeReaction: Call<ReactionReference, Comment> { Call(self, Endpoints.removeReaction) }
}

extension Call where In == ReactionReference {
    /// Calls an endpoint with your reaction to a comment.
    public func callAsFunction(roomID: UUID, commentID: UUID, emoji: String) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID, emoji: emoji))
    }
}
