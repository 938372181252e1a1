import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Deletes a task that the caller hosts, unless a student has worked on it.
    public func deleteTask(_ caller: Caller, _ input: TaskReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let locked = try await LockTask(transaction: transaction)(input.taskID, asHost: caller.userID)
            if locked.hasWork { throw Problem(.workExists) }
            try await TaskChangeRepository(transaction).delete(input.taskID)
            try await transaction.audit(.taskDeleted, by: .user(caller.userID), on: input.taskID)
        }
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
