import DavenportAPI
import Domain
import Foundation

/// Deletes a file of the caller's that no task and no entry has named.
public struct DeleteFile: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: FileReference) async throws -> NoContent {
        let isDeleted = try await database.roundTrip(in: caller.tenant.id) { transaction in
            try await FileRepository(transaction).delete(input.fileID, of: caller.userID)
        }
        guard isDeleted else { throw Problem(.notFound) }
        return NoContent()
    }
}
