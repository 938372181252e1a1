import DavenportAPI
import Domain
import Foundation

/// Locks a task's row until the transaction ends, and requires that the caller is its host: the teacher who may change
/// it.
///
/// Changing, assigning, sharing and deleting a task use it.
struct LockTask {
    let transaction: TenantTransaction

    /// Locks the task's row and returns the task's current state.
    /// - Throws: `notFound` if the user doesn't teach the task; `forbidden` if they teach it but aren't its host.
    func callAsFunction(_ taskID: UUID, asHost userID: UUID) async throws -> TaskChangeRepository.Locked {
        guard let task = try await TaskChangeRepository(transaction).locked(taskID, for: userID) else { throw Problem(.notFound) }
        guard task.isHost else { throw Problem(.forbidden) }
        return task
    }
}
