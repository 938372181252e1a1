import Foundation

/// That I have watched, and since when: now unless given.
public struct WatchedMark: Input, Decodable, Equatable {
    public let roomID: UUID
    /// A moment up to five minutes ahead is taken as now, a later one is refused.
    public let watchedAt: Date?

    public init(roomID: UUID, watchedAt: Date? = nil) {
        self.roomID = roomID
        self.watchedAt = watchedAt
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        watchedAt = fields.optional("watchedAt", .timestamp)
    }
}

/// How far I have read: up to and including this comment.
public struct ReadMark: Input, Decodable, Equatable {
    public let roomID: UUID
    public let commentID: UUID

    public init(roomID: UUID, commentID: UUID) {
        self.roomID = roomID
        self.commentID = commentID
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        commentID = fields.required("commentID", .uuid)
    }
}

/// What is still unread after marking.
public struct Unread: Codable, Sendable {
    public let unreadCount: Int

    public init(unreadCount: Int) {
        self.unreadCount = unreadCount
    }
}
