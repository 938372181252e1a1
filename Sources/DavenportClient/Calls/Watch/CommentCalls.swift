import DavenportAPI
import Foundation

extension DavenportClient {
    /// List a room's comments along the timeline.
    public var listComments: Call<CommentQuery, Page<Comment>> { Call(self, Endpoints.listComments) }
    /// Create a comment. `15:43 that hallway!` is placed at 15:43.
    public var createComment: Call<NewComment, Created<Comment>> { Call(self, Endpoints.createComment) }
    /// Change your own comment.
    public var editComment: Call<CommentChange, Comment> { Call(self, Endpoints.editComment) }
    /// Delete a comment. Hosts, admins and owners may delete any in their rooms.
    public var deleteComment: Call<CommentReference, NoContent> { Call(self, Endpoints.deleteComment) }
}

extension Call where In == CommentReference {
    /// Calls an endpoint with a comment of a room.
    public func callAsFunction(roomID: UUID, commentID: UUID) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID))
    }
}
