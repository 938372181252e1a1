import DavenportAPI

extension UseCases {
    /// Ends a friendship, declines a friend request, or withdraws one that the caller sent. It does nothing if there is
    /// none of these, or no such user.
    public func unfriend(_ caller: Caller, _ input: UserReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [input.userID])
            try await FriendRepository(transaction).separate(caller.userID, input.userID)
            try await NotificationRepository(transaction).cancel(.init([.friendRequested], by: caller.userID, to: input.userID))
        }
        return NoContent()
    }
}
