import DavenportAPI

/// Deletes a bot's account. What it wrote stays, without an author.
public struct DeleteBot: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ caller: Caller, _ input: BotReference) async throws -> NoContent {
        try await dependencies.database.transaction(for: caller) { transaction in
            guard try await BotRepository(transaction).lock(input.botID) else { throw Problem(.notFound) }
            try await AccountDeletionRepository(transaction).delete(
                AccountErasure(userID: input.botID, erasesWords: false), outOf: dependencies.areas)
            try await transaction.audit(.botDeleted, by: .user(caller.userID), on: input.botID)
        }
        await dependencies.deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
