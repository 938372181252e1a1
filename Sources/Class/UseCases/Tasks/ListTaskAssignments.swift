import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Lists all assignments of a task. The caller must be one of its teachers.
    public func listTaskAssignments(_ caller: Caller, _ input: TaskReference) async throws -> Items<Assignment> {
        let assignments = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await AssignmentRepository(transaction, seenBy: caller).ofTask(input.taskID)
        }
        guard let assignments else { throw Problem(.notFound) }
        return Items(assignments)
    }
}
