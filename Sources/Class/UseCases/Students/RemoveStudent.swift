import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Removes a user from the caller's students.
    public func removeStudent(_ caller: Caller, _ input: UserReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            try await PartStudent(transaction: transaction)(input.userID, from: caller.userID, by: caller.userID)
            return NoContent()
        }
    }
}
