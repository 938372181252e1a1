import DavenportAPI
import Domain

extension UseCases {
    /// Accepts a friend's request to join one of the caller's rooms, with every check that adding a person has. It does nothing
    /// if the friend is a member by now.
    public func acceptRoomRequest(_ caller: Caller, _ input: MembershipReference) async throws -> Room {
        try await database.transaction(for: caller) { transaction in
            let rooms = RoomRepository(transaction)
            guard let seen = try await rooms.room(input.roomID, for: caller.userID) else { throw Problem(.notFound) }
            if !seen.members.contains(where: { $0.user.id == input.userID }) {
                _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [input.userID])
                let answerers = try await RoomRequestRepository(transaction).answerers(input.roomID, of: input.userID)
                // Another member may have accepted at the same moment.
                if answerers.contains(caller.userID) {
                    try await BringTogether(transaction: transaction)([input.userID], by: caller.userID, field: "userID")
                    try await add(caller, input, rooms, notifying: .roomAccepted)
                }
            }
            let room = try await rooms.existing(input.roomID, for: caller.userID)
            guard room.members.contains(where: { $0.user.id == input.userID }) else { throw Problem(.notFound) }
            return room
        }
    }

    /// Declines a friend's request to join one of the caller's rooms, for all members. It does nothing if there is none. The
    /// friend isn't notified, and still sees the request as waiting (rule 5.17).
    public func declineRoomRequest(_ caller: Caller, _ input: MembershipReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [input.userID])
            let requests = RoomRequestRepository(transaction)
            let answerers = try await requests.answerers(input.roomID, of: input.userID)
            guard answerers.contains(caller.userID) else {
                guard try await requests.incoming(input.roomID, to: caller.userID) != nil else { throw Problem(.notFound) }
                return NoContent()
            }
            transaction.touch(answerers)
            try await requests.decline(input.roomID, of: input.userID)
            try await RoomNoticeRepository(transaction).cancelRequest(of: input.userID, in: input.roomID)
            return NoContent()
        }
    }
}
