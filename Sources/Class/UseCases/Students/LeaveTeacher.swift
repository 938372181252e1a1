import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Removes the caller from a teacher's students. The effect is the same as when the teacher removes the student.
    public func leaveTeacher(_ caller: Caller, _ input: UserReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            try await PartStudent(transaction: transaction)(caller.userID, from: input.userID, by: caller.userID)
            return NoContent()
        }
    }
}
