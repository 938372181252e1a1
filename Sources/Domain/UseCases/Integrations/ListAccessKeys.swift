import DavenportAPI

/// Lists the caller's keys, newest first, without their secrets.
public struct ListAccessKeys: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<AccessKey> {
        Items(
            try await database.transaction(for: caller, .singleRoundTrip) { try await AccessKeyRepository($0).list(of: caller.userID) })
    }
}
