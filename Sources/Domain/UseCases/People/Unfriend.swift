import DavenportAPI

/// Says "I don't want us to be friends": ends a friendship, declines a request or takes one back. Said again, or of nobody, it changes
/// nothing.
public struct Unfriend: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: UserReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [input.userID])
            try await FriendRepository(transaction).separate(caller.userID, input.userID)
            try await NotificationRepository(transaction).cancel(.init([.friendRequested], by: caller.userID, to: input.userID))
        }
        return NoContent()
    }
}
