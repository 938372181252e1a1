import DavenportAPI

extension UseCases {
    /// Finds a user by the user's complete username. A user who blocks the caller isn't found.
    public func findUsers(_ caller: Caller, _ input: UserQuery) async throws -> Items<UserStub> {
        Items(
            try await database.transaction(for: caller, .singleRoundTrip) { transaction in
                try await MemberRepository(transaction).find(username: input.username, for: caller.userID)
            })
    }
}
