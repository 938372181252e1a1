import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Shows a task that the caller teaches.
    public func showTask(_ caller: Caller, _ input: TaskReference) async throws -> ClassTask {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await TaskRepository(transaction, seenBy: caller).existing(input.taskID)
        }
    }
}
