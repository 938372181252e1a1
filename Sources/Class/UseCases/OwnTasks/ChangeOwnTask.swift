import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Changes a task that the caller made for themselves, or its state. A new due time moves its reminder.
    public func changeOwnTask(_ caller: Caller, _ input: OwnTaskChange) async throws -> Assignment {
        try await database.transaction(for: caller) { transaction in
            let tasks = OwnTaskRepository(transaction, of: caller.userID)
            guard let before = try await tasks.locked(input.ownTaskID) else { throw Problem(.notFound) }
            try await tasks.update(input.ownTaskID, input.applied(to: before), before: before, state: input.state)
            return try await AssignmentRepository(transaction, seenBy: caller).existing(input.ownTaskID)
        }
    }
}

extension OwnTaskChange {
    /// Returns the task with this change. Fields that the change leaves out stay as they are.
    fileprivate func applied(to task: NewOwnTask) -> NewOwnTask {
        NewOwnTask(
            title: title ?? task.title, description: description.applied(to: task.description),
            priority: priority.applied(to: task.priority) ?? .none, tags: tags.applied(to: task.tags) ?? [],
            dueAt: dueAt.applied(to: task.dueAt))
    }
}
