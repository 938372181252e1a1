import DavenportAPI
import Domain
import Foundation

/// The assignments of a task that the caller teaches.
public struct ListTaskAssignments: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: TaskReference) async throws -> Items<Assignment> {
        try await database.transaction(in: caller.tenant.id) { transaction in
            _ = try await TaskRepository(transaction, seenBy: caller).existing(input.taskID)
            return Items(try await AssignmentRepository(transaction, seenBy: caller).ofTask(input.taskID))
        }
    }
}
