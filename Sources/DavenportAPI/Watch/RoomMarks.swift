import Foundation

/// The caller's mark that they watched the room's subject.
public struct WatchedMark: Input, Decodable, Equatable {
    public let roomID: UUID
    /// The time at which the caller watched; nil means now. A time up to five minutes ahead counts as now, and the
    /// server refuses a later one.
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

/// The caller's read mark in a room: the caller has read all comments up to and including the named one.
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

/// The number of comments that remain unread after marking.
public struct Unread: Codable, Sendable {
    public let unreadCount: Int

    public init(unreadCount: Int) {
        self.unreadCount = unreadCount
    }
}
