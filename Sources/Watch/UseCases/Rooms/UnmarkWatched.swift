import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Removes the caller's mark that they watched a room's subject, and cancels pending notifications of that mark.
    public func unmarkWatched(_ caller: Caller, _ input: RoomReference) async throws -> Room {
        let room: Room = try await database.transaction(for: caller) { transaction in
            let rooms = RoomRepository(transaction)
            guard try await rooms.locked(input.roomID, for: caller.userID) != nil else { throw Problem(.notFound) }
            if try await rooms.mark(input.roomID, watchedAt: nil, by: caller.userID) {
                try await RoomNoticeRepository(transaction).cancelMark(of: caller.userID, in: input.roomID)
            }
            return try await rooms.existing(input.roomID, for: caller.userID)
        }
        return await pictured(room)
    }
}
