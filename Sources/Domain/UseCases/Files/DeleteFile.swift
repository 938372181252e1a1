import DavenportAPI
import Foundation

extension UseCases {
    /// Deletes a file that the caller uploaded and nothing uses.
    public func deleteFile(_ caller: Caller, _ input: FileReference) async throws -> NoContent {
        let isDeleted = try await database.transaction(for: caller) { transaction in
            let files = FileRepository(transaction)
            if let existing = try await files.existing(input.fileID), existing.uploaderID == caller.userID {
                _ = try fileUse(of: existing.kind, in: caller.tenant)
            }
            return try await files.delete(input.fileID, of: caller.userID)
        }
        guard isDeleted else { throw Problem(.notFound) }
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
