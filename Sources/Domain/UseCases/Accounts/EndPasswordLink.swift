import DavenportAPI

extension UseCases {
    /// Ends the link with which the caller's password could be set, if there is one.
    public func endPasswordLink(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            if try await PasswordLinkRepository(transaction).end(of: caller.userID) {
                try await transaction.audit(.passwordLinkEnded, by: .user(caller.userID))
            }
            return NoContent()
        }
    }
}
