import DavenportAPI
import Foundation

extension DavenportClient {
    /// A room's comments along the timeline.
    public var listComments: Call<CommentQuery, Page<Comment>> { Call(self, Endpoints.listComments) }
    /// Say something; `15:43 that hallway!` lands at 15:43.
    public var createComment: Call<NewComment, Created<Comment>> { Call(self, Endpoints.createComment) }
    /// Change one's own comment.
    public var editComment: Call<CommentChange, Comment> { Call(self, Endpoints.editComment) }
    /// Delete one's own comment, or any as host, admin or owner in the room.
    public var deleteComment: Call<CommentReference, NoContent> { Call(self, Endpoints.deleteComment) }
}

extension Call where In == CommentReference {
    /// Calls an endpoint about one comment of a room.
    public func callAsFunction(roomID: UUID, commentID: UUID) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID))
    }
}
