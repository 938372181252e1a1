import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Marks a room as watched by the caller, and notifies the other members. It does nothing if the caller has marked the
    /// room already.
    public func markWatched(_ caller: Caller, _ input: WatchedMark) async throws -> Room {
        let room: Room = try await database.transaction(for: caller) { transaction in
            let watchedAt = try ClientClock.past(input.watchedAt, "watchedAt", at: transaction.now)
            let mark = SetWatchedMark(transaction: transaction)
            guard try await mark(input.roomID, watchedAt: watchedAt, by: caller.userID) != nil else { throw Problem(.notFound) }
            return try await RoomRepository(transaction).existing(input.roomID, for: caller.userID)
        }
        return await pictured(room)
    }
}

/// Marks a room as watched in the current transaction, and notifies the other members.
///
/// `markWatched` and `takePlayerEvent` use it.
struct SetWatchedMark {
    let transaction: TenantTransaction

    /// Marks a room, whose row it locks.
    /// - Returns: whether the room had no mark of the user before; nil if the user is no member of such a room.
    func callAsFunction(_ roomID: UUID, watchedAt: Date, by userID: UUID) async throws -> Bool? {
        let rooms = RoomRepository(transaction)
        guard let locked = try await rooms.locked(roomID, for: userID) else { return nil }
        guard try await rooms.mark(roomID, watchedAt: watchedAt, by: userID) else { return false }
        try await NotificationRepository(transaction).notify(
            locked.memberIDs.filter { $0 != userID }, .roomWatched, by: userID, about: roomID,
            unlessSince: transaction.now - RoomNoticeRules.watchedOnce)
        return true
    }
}
