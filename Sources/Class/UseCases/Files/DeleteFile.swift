import DavenportAPI
import Domain
import Foundation

/// Deletes a file that the caller uploaded and no task or entry uses.
public struct DeleteFile: UseCase {
    private let database: Database
    private let deferredDeletion: DeferredDeletion

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        deferredDeletion = dependencies.deferredDeletion
    }

    public func callAsFunction(_ caller: Caller, _ input: FileReference) async throws -> NoContent {
        let isDeleted = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await FileRepository(transaction).delete(input.fileID, of: caller.userID)
        }
        guard isDeleted else { throw Problem(.notFound) }
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
