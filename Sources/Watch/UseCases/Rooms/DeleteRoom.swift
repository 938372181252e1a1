import DavenportAPI
import Domain

extension UseCases {
    /// Deletes a room for all its members. The room's host may do that, and so may every admin or owner who is also a
    /// member.
    public func deleteRoom(_ caller: Caller, _ input: RoomReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let rooms = RoomRepository(transaction)
            guard let room = try await rooms.locked(input.roomID, for: caller.userID) else { throw Problem(.notFound) }
            guard room.isHost || caller.role.moderatesRooms else { throw Problem(.forbidden) }
            try await rooms.delete(input.roomID)
        }
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
