import DavenportAPI
import Domain
import Foundation

/// Cancels pending notifications about rooms.
struct RoomNoticeRepository: Sendable {
    private let notifications: NotificationRepository

    init(_ transaction: TenantTransaction) {
        notifications = NotificationRepository(transaction)
    }

    /// Cancels pending notifications after a member removes the mark that they watched a room. These are the
    /// notification of the mark, and those of replies by the member or to the member.
    func cancelMark(of userID: UUID, in roomID: UUID) async throws {
        try await notifications.cancel(
            .init([.roomWatched, .roomReplies], by: userID, about: roomID), .init([.roomReplies], to: userID, about: roomID))
    }

    /// Cancels a member's pending notifications of replies and mentions if their last comment has at most this number. The
    /// member has read the comments up to that number.
    func cancelRead(to userID: UUID, in roomID: UUID, upTo number: Int) async throws {
        try await notifications.cancel(.init([.roomReplies, .roomMentioned], to: userID, about: roomID, upTo: number))
    }

    /// Cancels the pending notifications of a user's request to join a room.
    func cancelRequest(of userID: UUID, in roomID: UUID) async throws {
        try await notifications.cancel(.init([.roomRequested], by: userID, about: roomID))
    }

    /// Cancels all pending notifications about a room to a member who leaves it.
    func cancelAll(to userID: UUID, in roomID: UUID) async throws {
        try await notifications.cancel(.init(to: userID, about: roomID))
    }
}
