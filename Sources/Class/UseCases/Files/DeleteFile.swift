import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Deletes a file that the caller uploaded and no task or entry uses.
    public func deleteFile(_ caller: Caller, _ input: FileReference) async throws -> NoContent {
        let isDeleted = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await FileRepository(transaction).delete(input.fileID, of: caller.userID)
        }
        guard isDeleted else { throw Problem(.notFound) }
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
