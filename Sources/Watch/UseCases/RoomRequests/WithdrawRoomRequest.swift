import DavenportAPI
import Domain

extension UseCases {
    /// Withdraws the caller's request to join a room. It does nothing if there is none.
    public func withdrawRoomRequest(_ caller: Caller, _ input: OthersRoomReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            // The lock orders this with a member who accepts the request at the same moment.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [])
            let requests = RoomRequestRepository(transaction)
            transaction.touch(try await requests.answerers(input.roomID, of: caller.userID))
            try await requests.withdraw(input.roomID, by: caller.userID)
            try await RoomNoticeRepository(transaction).cancelRequest(of: caller.userID, in: input.roomID)
            return NoContent()
        }
    }
}
