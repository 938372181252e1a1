import DavenportAPI
import Domain
import Foundation

/// Withdraws a task that the caller hosts from one of its students, unless that student has worked on it.
public struct WithdrawAssignment: UseCase {
    private let database: Database
    private let deferredDeletion: DeferredDeletion

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        deferredDeletion = dependencies.deferredDeletion
    }

    public func callAsFunction(_ caller: Caller, _ input: TaskPersonReference) async throws -> NoContent {
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
