import DavenportAPI
import Domain
import Foundation

/// Lists all assignments of a task. The caller must be one of its teachers.
public struct ListTaskAssignments: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: TaskReference) async throws -> Items<Assignment> {
        let assignments = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await AssignmentRepository(transaction, seenBy: caller).ofTask(input.taskID)
        }
        guard let assignments else { throw Problem(.notFound) }
        return Items(assignments)
    }
}
