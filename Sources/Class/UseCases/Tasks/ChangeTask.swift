import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Changes the fields of a task that the caller hosts. It can also close the task or open it again.
    public func changeTask(_ caller: Caller, _ input: TaskChange) async throws -> ClassTask {
        let changed = try await database.transaction(for: caller) { transaction in
            let locked = try await LockTask(transaction: transaction)(input.taskID, asHost: caller.userID)
            let changes = TaskChangeRepository(transaction)
            let task = input.applied(to: locked.task)
            if task.maxPoints != locked.task.maxPoints, locked.isEvaluated { throw Problem(.taskEvaluated) }
            var faults = task.times.faults
            if task.opensAt != locked.task.opensAt, locked.isOpen {
                faults.append(.init(field: "opensAt", code: .notAllowed, message: "can't be changed once students see the task"))
            }
            if task.dueAt != locked.task.dueAt, try await changes.becomesLate(input.taskID, dueAt: task.dueAt) {
                faults.append(.init(field: "dueAt", code: .notAllowed, message: "must not make a submission late that was on time"))
            }
            guard faults.isEmpty else { throw Problem.invalid(faults) }
            if task.times != locked.task.times { try await changes.reschedule(input.taskID, task.times) }
            try await changes.update(input.taskID, task, isEdited: task != locked.task, closed: input.closed)
            try await FileAttachmentRepository(transaction).set(
                task.fileIDs, of: input.taskID, before: locked.task.fileIDs, by: caller.userID)
            let after = try await TaskRepository(transaction, seenBy: caller).existing(input.taskID)
            return (task: after, lostFiles: !Set(locked.task.fileIDs).isSubset(of: task.fileIDs))
        }
        if changed.lostFiles { await deferredDeletion.erase(in: caller.tenant.id) }
        return changed.task
    }
}

extension TaskChange {
    /// Returns the task with this change. Fields that the change leaves out stay as they are.
    fileprivate func applied(to task: NewTask) -> NewTask {
        NewTask(
            title: title ?? task.title, description: description.applied(to: task.description),
            priority: priority.applied(to: task.priority) ?? .none, tags: tags.applied(to: task.tags) ?? [],
            maxPoints: maxPoints.applied(to: task.maxPoints), opensAt: opensAt.applied(to: task.opensAt),
            dueAt: dueAt.applied(to: task.dueAt), locksAt: locksAt.applied(to: task.locksAt),
            fileIDs: fileIDs.applied(to: task.fileIDs) ?? [])
    }
}
