import DavenportAPI

extension UseCases {
    /// Lists the sessions of the caller.
    public func listSessions(_ caller: Caller, _ input: NoInput) async throws -> Items<Session> {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            let idleLimit = SessionRules.idleLimit(at: transaction.now)
            return Items(try await SessionRepository(transaction).list(of: caller, idleSince: idleLimit))
        }
    }
}
