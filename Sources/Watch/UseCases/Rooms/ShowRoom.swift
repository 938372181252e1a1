import DavenportAPI
import Domain

extension UseCases {
    /// Shows one of the caller's rooms.
    public func showRoom(_ caller: Caller, _ input: RoomReference) async throws -> Room {
        let room = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await RoomRepository(transaction).room(input.roomID, for: caller.userID)
        }
        guard let room else { throw Problem(.notFound) }
        return await pictured(room)
    }
}
