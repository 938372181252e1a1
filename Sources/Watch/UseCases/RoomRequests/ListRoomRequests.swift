import DavenportAPI
import Domain

extension UseCases {
    /// Lists the rooms of friends that the caller may ask to join.
    public func listJoinableRooms(_ caller: Caller, _ input: NoInput) async throws -> Items<JoinableRoom> {
        try await database.transaction(for: caller, .singleRoundTrip) {
            Items(try await RoomRequestRepository($0).joinable(by: caller.userID))
        }
    }

    /// Lists the requests to join rooms that concern the caller, and the rooms that the caller has opened.
    public func listRoomRequests(_ caller: Caller, _ input: NoInput) async throws -> RoomRequests {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try RoomRequestRepository.list(
                try await transaction.pipeline(RoomRequestRepository(transaction).listed(of: caller.userID)))
        }
    }

    /// Lists the requests to join one of the caller's rooms that the caller may answer.
    public func listRequestsOfRoom(_ caller: Caller, _ input: RoomReference) async throws -> Items<RoomRequest> {
        let requests = try await database.transaction(for: caller, .singleRoundTrip) {
            try await RoomRequestRepository($0).incoming(input.roomID, to: caller.userID)
        }
        guard let requests else { throw Problem(.notFound) }
        return Items(requests)
    }
}
