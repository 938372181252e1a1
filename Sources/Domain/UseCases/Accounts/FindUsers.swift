import DavenportAPI

/// Finds a user by the user's complete username. A user who blocks the caller isn't found.
public struct FindUsers: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: UserQuery) async throws -> Items<UserStub> {
        Items(
            try await database.transaction(for: caller, .singleRoundTrip) { transaction in
                try await MemberRepository(transaction).find(username: input.username, for: caller.userID)
            })
    }
}
