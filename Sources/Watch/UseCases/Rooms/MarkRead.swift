import DavenportAPI
import Domain

extension UseCases {
    /// Moves the caller's read marker of a room forward to a comment. The marker never moves back.
    public func markRead(_ caller: Caller, _ input: ReadMark) async throws -> Unread {
        try await database.transaction(for: caller) { transaction in
            let rooms = RoomRepository(transaction)
            // Locks the room first, as creating a comment does: both then change the membership and notifications.
            guard try await rooms.locked(input.roomID, for: caller.userID, concernsAll: false) != nil else { throw Problem(.notFound) }
            guard let read = try await rooms.read(input.roomID, upTo: input.commentID, by: caller.userID) else {
                throw Problem.invalid("commentID", .unknown, "must be a comment of this room")
            }
            try await RoomNoticeRepository(transaction).cancelRead(to: caller.userID, in: input.roomID, upTo: read.number)
            return Unread(unreadCount: read.unread)
        }
    }
}
