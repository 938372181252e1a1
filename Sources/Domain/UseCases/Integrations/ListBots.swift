import DavenportAPI

/// Lists the bots of the caller's community, without their secrets.
public struct ListBots: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<Bot> {
        Items(try await database.transaction(for: caller, .singleRoundTrip) { try await BotRepository($0).list() })
    }
}
