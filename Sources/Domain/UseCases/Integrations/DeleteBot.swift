import DavenportAPI

extension UseCases {
    /// Deletes a bot's account. What it wrote stays, without an author.
    public func deleteBot(_ caller: Caller, _ input: BotReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            guard try await BotRepository(transaction).lock(input.botID) else { throw Problem(.notFound) }
            try await AccountDeletionRepository(transaction).delete(
                AccountErasure(userID: input.botID, erasesWords: false), outOf: areas)
            try await transaction.audit(.botDeleted, by: .user(caller.userID), on: input.botID)
        }
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
