import DavenportAPI
import Foundation

extension DavenportClient {
    /// List a room's comments along the timeline.
    public var listComments: Call<CommentQuery, CommentPage> { Call(self, Endpoints.listComments) }
    /// Create a comment. `15:43 that hallway!` is placed at 15:43.
    public var createComment: Call<NewComment, Created<Comment>> { Call(self, Endpoints.createComment) }
    /// Change your own comment.
    public var editComment: Call<CommentChange, Comment> { Call(self, Endpoints.editComment) }
    /// Delete a comment. Hosts, admins and owners may delete any in their rooms.
    public var deleteComment: Call<CommentReference, NoContent> { Call(self, Endpoints.deleteComment) }
}

extension DavenportClient {
    /// Returns a sequence of the pages of a room's comments. Each page is requested when the iteration reaches it.
    public func pages(_ endpoint: Endpoint<CommentQuery, CommentPage>, _ query: CommentQuery) -> Pages<CommentQuery, Comment> {
        Pages(query: query) { query in
            let page = try await call(endpoint, query)
            return Page(items: page.items, next: page.next)
        }
    }

    /// Returns a sequence of a room's comments, which continues from page to page.
    public func all(_ endpoint: Endpoint<CommentQuery, CommentPage>, _ query: CommentQuery) -> AllItems<CommentQuery, Comment> {
        AllItems(pages: pages(endpoint, query))
    }
}

extension Call where In == CommentReference {
    /// Calls an endpoint with a comment of a room.
    public func callAsFunction(roomID: UUID, commentID: UUID) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID))
    }
}
