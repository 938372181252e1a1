import DavenportAPI
import Domain

/// Deletes the caller's position in a room. It does nothing if the caller has none.
public struct DeletePosition: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: RoomReference) async throws -> NoContent {
        let isMember = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await PositionRepository(transaction).delete(input.roomID, of: caller.userID)
        }
        guard isMember else { throw Problem(.notFound) }
        return NoContent()
    }
}
