import DavenportAPI

/// Lists the sessions of the caller.
public struct ListSessions: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<Session> {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            let idleLimit = SessionRules.idleLimit(at: transaction.now)
            return Items(try await SessionRepository(transaction).list(of: caller, idleSince: idleLimit))
        }
    }
}
