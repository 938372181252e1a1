import DavenportAPI
import Domain

extension UseCases {
    /// Sets the caller's position in a room. The last write wins.
    public func setPosition(_ caller: Caller, _ input: NewPosition) async throws -> Room {
        let outcome = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PositionRepository(transaction).set(
                input.roomID, of: caller.userID, seconds: input.seconds, running: input.running)
        }
        switch outcome {
        case .set(let room): return await pictured(room)
        case .hasWatched: throw Problem(.watched)
        case .noMember: throw Problem(.notFound)
        }
    }
}
