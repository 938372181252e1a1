import DavenportAPI

/// Stops blocking somebody, which restores nothing of what was. Said again, or of nobody, it changes nothing.
public struct Unblock: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: UserReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [input.userID])
            try await BlockRepository(transaction).delete(caller.userID, blocks: input.userID)
            return NoContent()
        }
    }
}
