import DavenportAPI

/// Lists the caller's friends, and the open friend requests from the caller and to the caller.
public struct ListFriends: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> FriendList {
        try await database.transaction(for: caller, .singleRoundTrip) { try await FriendRepository($0).list(of: caller.userID) }
    }
}
