import DavenportAPI

extension UseCases {
    /// Ends the caller's block of a user. The friendship and the requests from before aren't restored. It does nothing if
    /// there is no such block or user.
    public func unblock(_ caller: Caller, _ input: UserReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [input.userID])
            try await BlockRepository(transaction).delete(caller.userID, blocks: input.userID)
            return NoContent()
        }
    }
}
