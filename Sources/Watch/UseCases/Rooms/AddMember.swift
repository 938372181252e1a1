import DavenportAPI
import Domain

extension UseCases {
    /// Adds a person to one of the caller's rooms. It does nothing if the person is a member already.
    public func addMember(_ caller: Caller, _ input: MembershipReference) async throws -> Room {
        let room: Room = try await database.transaction(for: caller) { transaction in
            let rooms = RoomRepository(transaction)
            guard let seen = try await rooms.room(input.roomID, for: caller.userID) else { throw Problem(.notFound) }
            if !seen.members.contains(where: { $0.user.id == input.userID }) {
                // Locks users before rooms. Blocking locks users too, and no transaction locks in the opposite order.
                try await BringTogether(transaction: transaction)([input.userID], by: caller.userID, field: "userID")
                try await add(caller, input, rooms)
            }
            return try await rooms.existing(input.roomID, for: caller.userID)
        }
        return await pictured(room)
    }

    /// Adds a person that the caller may add, and ends the person's own request to join.
    func add(
        _ caller: Caller, _ input: MembershipReference, _ rooms: RoomRepository, notifying kind: NotificationKind = .roomCreated
    ) async throws {
        guard let locked = try await rooms.locked(input.roomID, for: caller.userID) else { throw Problem(.notFound) }
        guard !locked.memberIDs.contains(input.userID) else { return }
        guard locked.memberIDs.count < RoomLimits.members else { throw Problem(.roomFull) }
        if try await RoomCreationRepository(rooms.transaction).block(between: input.userID, and: locked.memberIDs) {
            throw Problem(.membersCannotShareRoom)
        }
        try await rooms.add(input.userID, to: input.roomID)
        try await RoomNoticeRepository(rooms.transaction).cancelRequest(of: input.userID, in: input.roomID)
        try await NotificationRepository(rooms.transaction).notify([input.userID], kind, by: caller.userID, about: input.roomID)
    }
}
