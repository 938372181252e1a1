import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Assigns a task that the caller hosts to more of the caller's students. If one of them can't get the task, none gets
    /// it. Students who have the task already keep their assignment unchanged.
    public func assignTask(_ caller: Caller, _ input: TaskStudents) async throws -> ClassTask {
        try await database.transaction(for: caller) { transaction in
            // Locks users before tasks.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: input.studentIDs)
            let locked = try await LockTask(transaction: transaction)(input.taskID, asHost: caller.userID)
            let changes = TaskChangeRepository(transaction)
            let added = input.studentIDs.filter { !locked.studentIDs.contains($0) }
            let assignable = try await changes.assignable(added, by: caller.userID, teachers: locked.teacherIDs)
            guard assignable.count == added.count else { throw Problem.unknownUser(field: "studentIDs") }
            guard locked.studentIDs.count + added.count <= ClassRules.assignments else { throw Problem(.limitReached) }
            if !added.isEmpty { try await changes.assign(input.taskID, to: added, by: caller.userID) }
            return try await TaskRepository(transaction, seenBy: caller).existing(input.taskID)
        }
    }
}
