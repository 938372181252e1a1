import DavenportAPI
import Domain

extension UseCases {
    /// Removes the caller from a room, in which their comments stay. If the caller was the host, the longest-standing
    /// member becomes the host. If the caller was the last member, the room is deleted.
    public func leaveRoom(_ caller: Caller, _ input: RoomReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let rooms = RoomRepository(transaction)
            guard try await rooms.locked(input.roomID, for: caller.userID) != nil else { throw Problem(.notFound) }
            try await RoomNoticeRepository(transaction).cancelAll(to: caller.userID, in: input.roomID)
            try await rooms.leave(input.roomID, caller.userID)
        }
        // The last member takes the room along, with its pictures.
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
