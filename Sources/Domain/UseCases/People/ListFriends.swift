import DavenportAPI

extension UseCases {
    /// Lists the caller's friends, and the open friend requests from the caller and to the caller.
    public func listFriends(_ caller: Caller, _ input: NoInput) async throws -> FriendList {
        try await database.transaction(for: caller, .singleRoundTrip) { try await FriendRepository($0).list(of: caller.userID) }
    }
}
