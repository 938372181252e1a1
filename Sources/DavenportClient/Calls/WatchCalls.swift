import DavenportAPI
import Foundation

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

extension Call where In == MentionableQuery {
    /// Calls an endpoint with a room and the beginning of a word of the names to suggest.
    public func callAsFunction(roomID: UUID, prefix: String = "") async throws -> Out {
        try await self(In(roomID: roomID, prefix: prefix))
    }
}

extension Call where In == NewPosition {
    /// Calls an endpoint with your position in a room.
    public func callAsFunction(roomID: UUID, seconds: Int, running: Bool) async throws -> Out {
        try await self(In(roomID: roomID, seconds: seconds, running: running))
    }
}

extension Call where In == ReactionReference {
    /// Calls an endpoint with your reaction to a comment.
    public func callAsFunction(roomID: UUID, commentID: UUID, emoji: String) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID, emoji: emoji))
    }
}

extension Call where In == RoomReference {
    /// Calls an endpoint with one of your rooms.
    public func callAsFunction(roomID: UUID) async throws -> Out { try await self(In(roomID: roomID)) }
}

extension Call where In == OthersRoomReference {
    /// Calls an endpoint with a room that you aren't in.
    public func callAsFunction(roomID: UUID) async throws -> Out { try await self(In(roomID: roomID)) }
}

extension Call where In == MembershipReference {
    /// Calls an endpoint with one of your rooms and a person.
    public func callAsFunction(roomID: UUID, userID: UUID) async throws -> Out { try await self(In(roomID: roomID, userID: userID)) }
}

extension Call where In == WatchedMark {
    /// Marks the room's subject as watched by you.
    /// - Parameter watchedAt: the time at which you watched; nil means now. A time up to five minutes in the future
    ///   counts as now.
    public func callAsFunction(roomID: UUID, watchedAt: Date? = nil) async throws -> Out {
        try await self(In(roomID: roomID, watchedAt: watchedAt))
    }
}

extension Call where In == ReadMark {
    /// Marks a room's comments up to and including the given one as read.
    public func callAsFunction(roomID: UUID, commentID: UUID) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID))
    }
}

extension Call where In == SubtitleReference {
    /// Calls an endpoint with a room's subtitles in one language.
    public func callAsFunction(roomID: UUID, language: String) async throws -> Out {
        try await self(In(roomID: roomID, language: language))
    }
}
