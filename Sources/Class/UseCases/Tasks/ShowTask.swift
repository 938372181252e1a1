import DavenportAPI
import Domain
import Foundation

/// Shows a task that the caller teaches.
public struct ShowTask: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: TaskReference) async throws -> ClassTask {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await TaskRepository(transaction, seenBy: caller).existing(input.taskID)
        }
    }
}
