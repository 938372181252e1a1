import DavenportAPI
import Domain

/// Shows one of the caller's rooms.
public struct ShowRoom: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: RoomReference) async throws -> Room {
        let room = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await RoomRepository(transaction).room(input.roomID, for: caller.userID)
        }
        guard let room else { throw Problem(.notFound) }
        return room
    }
}
