import DavenportAPI

extension UseCases {
    /// Blocks a user. The friendship and the friend requests between the caller and that user end, and their pending
    /// notifications for each other are cancelled.
    ///
    /// The response is the same if the user blocks the caller or doesn't exist, so that the caller can't find out which.
    public func block(_ caller: Caller, _ input: UserReference) async throws -> NoContent {
        let (me, other) = (caller.userID, input.userID)
        guard me != other else { throw Problem.invalid("userID", .notAllowed, "must be somebody else") }
        return try await database.transaction(for: caller) { transaction in
            // The locks order this block with requests that make the two friends or put them into one room: a later one sees it.
            guard try await AccountRepository(transaction).lock(caller: me, and: [other]).contains(other) else { return NoContent() }
            try await FriendRepository(transaction).separate(me, other)
            try await BlockRepository(transaction).insert(me, blocks: other)
            try await NotificationRepository(transaction).cancelBetween(me, other)
            return NoContent()
        }
    }
}
