import DavenportAPI
import Domain
import Foundation

/// Cancels pending notifications about rooms.
struct RoomNoticeRepository: Sendable {
    private let notifications: NotificationRepository

    init(_ transaction: TenantTransaction) {
        notifications = NotificationRepository(transaction)
    }

    /// Cancels notifications after a member takes back that they watched: the one of their mark, and those of replies from
    /// and to them.
    func cancelMark(of userID: UUID, in roomID: UUID) async throws {
        try await notifications.cancel(
            .init([.roomWatched, .roomReplies], by: userID, about: roomID), .init([.roomReplies], to: userID, about: roomID))
    }

    /// Cancels notifications of replies that the member has read.
    func cancelReplies(to userID: UUID, in roomID: UUID, upTo number: Int) async throws {
        try await notifications.cancel(.init([.roomReplies], to: userID, about: roomID, upTo: number))
    }

    /// Cancels all notifications to a member who leaves the room.
    func cancelAll(to userID: UUID, in roomID: UUID) async throws {
        try await notifications.cancel(.init(to: userID, about: roomID))
    }
}
