import DavenportAPI

extension UseCases {
    /// Ends all sessions of the caller except the one with which the request was sent.
    public func endOtherSessions(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            try await SessionRepository(transaction).endAll(of: caller.userID, but: caller.sessionID)
            try await transaction.audit(.otherSessionsEnded, by: .user(caller.userID))
        }
        return NoContent()
    }
}
