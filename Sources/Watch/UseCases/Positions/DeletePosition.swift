import DavenportAPI
import Domain

extension UseCases {
    /// Deletes the caller's position in a room. It does nothing if the caller has none.
    public func deletePosition(_ caller: Caller, _ input: RoomReference) async throws -> NoContent {
        let isMember = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PositionRepository(transaction).delete(input.roomID, of: caller.userID)
        }
        guard isMember else { throw Problem(.notFound) }
        return NoContent()
    }
}
