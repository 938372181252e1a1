import DavenportAPI
import Domain
import Foundation

/// Removes a user from the caller's students.
public struct RemoveStudent: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: UserReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            try await PartStudent(transaction: transaction)(input.userID, from: caller.userID, by: caller.userID)
            return NoContent()
        }
    }
}
