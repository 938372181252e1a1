import DavenportAPI
import Domain
import Foundation

/// What waits to be told of a tenant's rooms, and needs not be any more.
struct RoomNoticeRepository: Sendable {
    private let notifications: NotificationRepository

    init(_ transaction: TenantTransaction) {
        notifications = NotificationRepository(transaction)
    }

    /// Somebody took back that they watched: nobody is told that they did, nor of replies between them and others in the room.
    func cancelMark(of userID: UUID, in roomID: UUID) async throws {
        try await notifications.cancel(
            .init([.roomWatched, .roomReplies], by: userID, about: roomID), .init([.roomReplies], to: userID, about: roomID))
    }

    /// Somebody read so far: they need not be told of what they have read.
    func cancelReplies(to userID: UUID, in roomID: UUID, upTo number: Int) async throws {
        try await notifications.cancel(.init([.roomReplies], to: userID, about: roomID, upTo: number))
    }

    /// Somebody left a room.
    func cancelAll(to userID: UUID, in roomID: UUID) async throws {
        try await notifications.cancel(.init(to: userID, about: roomID))
    }
}
