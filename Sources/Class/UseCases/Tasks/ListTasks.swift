import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Lists the tasks that the caller teaches, even those that haven't opened for students or have none yet.
    public func listTasks(_ caller: Caller, _ input: TaskQuery) async throws -> Page<ClassTask> {
        let after = try TaskRepository.Position(input.after)
        let tasks = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await TaskRepository(transaction, seenBy: caller).list(
                .init(
                    archived: input.archived,
                    conditions: TaskRepository.conditions(priority: input.priority, tag: input.tag, query: input.query),
                    after: after, limit: input.limit + 1))
        }
        return Page(tasks, limit: input.limit) { TaskRepository.Position.behind($0, archived: input.archived) }
    }
}
