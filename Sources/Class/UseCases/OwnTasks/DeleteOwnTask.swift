import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Deletes a task that the caller made for themselves.
    public func deleteOwnTask(_ caller: Caller, _ input: OwnTaskReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            guard try await OwnTaskRepository(transaction, of: caller.userID).delete(input.ownTaskID) else { throw Problem(.notFound) }
            return NoContent()
        }
    }
}
