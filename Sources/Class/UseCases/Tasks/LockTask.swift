import DavenportAPI
import Domain
import Foundation

/// Locks a task for its host. Changing, assigning, sharing and deleting a task use it.
struct LockTask {
    let transaction: TenantTransaction

    /// - Throws: `notFound` if the user doesn't teach it, `forbidden` for a co-teacher.
    func callAsFunction(_ taskID: UUID, asHost userID: UUID) async throws -> TaskChangeRepository.Locked {
        guard let task = try await TaskChangeRepository(transaction).locked(taskID, for: userID) else { throw Problem(.notFound) }
        guard task.isHost else { throw Problem(.forbidden) }
        return task
    }
}
