import DavenportAPI

extension UseCases {
    /// Logs the caller out: it ends the session with which the request was sent.
    public func endCurrentSession(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            guard try await SessionRepository(transaction).end(caller.sessionID, of: caller.userID) else { return }
            try await transaction.audit(.sessionEnded, by: .user(caller.userID), on: caller.sessionID)
        }
        return NoContent()
    }
}
