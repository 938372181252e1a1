import DavenportAPI

extension UseCases {
    /// Ends one of the caller's sessions.
    public func endSession(_ caller: Caller, _ input: SessionReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            guard try await SessionRepository(transaction).end(input.sessionID, of: caller.userID) else { throw Problem(.notFound) }
            try await transaction.audit(.sessionEnded, by: .user(caller.userID), on: input.sessionID)
        }
        return NoContent()
    }
}
