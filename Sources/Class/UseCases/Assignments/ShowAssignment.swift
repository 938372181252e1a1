import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Shows an assignment to its student, or to a teacher of its task.
    public func showAssignment(_ caller: Caller, _ input: AssignmentReference) async throws -> Assignment {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await AssignmentRepository(transaction, seenBy: caller).existing(input.assignmentID)
        }
    }
}
