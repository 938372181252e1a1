import DavenportAPI

/// Lists the users that the caller blocks.
public struct ListBlocks: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<UserStub> {
        Items(try await database.transaction(for: caller, .singleRoundTrip) { try await BlockRepository($0).list(of: caller.userID) })
    }
}
