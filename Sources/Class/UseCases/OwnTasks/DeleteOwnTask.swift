import DavenportAPI
import Domain
import Foundation

/// Deletes a task that the caller made for themselves.
public struct DeleteOwnTask: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: OwnTaskReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            guard try await OwnTaskRepository(transaction, of: caller.userID).delete(input.ownTaskID) else { throw Problem(.notFound) }
            return NoContent()
        }
    }
}
