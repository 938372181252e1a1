import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Withdraws a task that the caller hosts from one of its students, unless that student has worked on it.
    public func withdrawAssignment(_ caller: Caller, _ input: TaskPersonReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            _ = try await LockTask(transaction: transaction)(input.taskID, asHost: caller.userID)
            switch try await TaskChangeRepository(transaction).withdraw(input.userID, from: input.taskID) {
            case nil: throw Problem(.notFound)
            case false: throw Problem(.workExists)
            case true: break
            }
        }
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
