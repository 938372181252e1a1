import DavenportAPI

extension UseCases {
    /// Replaces all people and words that the caller mutes. Ids that no user has are accepted, so that the response doesn't
    /// reveal whether a user exists.
    public func changeMutes(_ caller: Caller, _ input: Mutes) async throws -> Mutes {
        guard !input.userIDs.contains(caller.userID) else { throw Problem.invalid("userIDs", .notAllowed, "must be others") }
        return try await database.transaction(for: caller) { transaction in
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [])
            let repository = MuteRepository(transaction)
            try await repository.set(input, for: caller.userID)
            return try await repository.mutes(of: caller.userID)
        }
    }
}
