import DavenportAPI
import Domain
import Foundation

/// Marks a room as watched by the caller, and notifies the other members. It does nothing if the caller has marked the
/// room already.
public struct MarkWatched: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: WatchedMark) async throws -> Room {
        try await database.transaction(for: caller) { transaction in
            let watchedAt = try ClientClock.past(input.watchedAt, "watchedAt", at: transaction.now)
            let rooms = RoomRepository(transaction)
            guard let locked = try await rooms.locked(input.roomID, for: caller.userID) else { throw Problem(.notFound) }
            if try await rooms.mark(input.roomID, watchedAt: watchedAt, by: caller.userID) {
                try await NotificationRepository(transaction).notify(
                    locked.memberIDs.filter { $0 != caller.userID }, .roomWatched, by: caller.userID, about: input.roomID,
                    unlessSince: transaction.now - RoomNoticeRules.watchedOnce)
            }
            return try await rooms.existing(input.roomID, for: caller.userID)
        }
    }
}
