import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Creates a task that the caller makes for themselves alone, and their assignment of it (rule 11.52).
    public func createOwnTask(_ caller: Caller, _ input: NewOwnTask) async throws -> Created<Assignment> {
        let digest = try RequestDigest.of(input, id: input.id)
        return try await database.transaction(for: caller) { transaction in
            let (tasks, assignments) = (
                OwnTaskRepository(transaction, of: caller.userID), AssignmentRepository(transaction, seenBy: caller)
            )
            let count = try await tasks.lockedCount()
            if let id = input.id, let existing = try await TaskChangeRepository(transaction).existing(id) {
                guard existing.createdBy == caller.userID, existing.digest == digest, let task = try await assignments.assignment(id) else {
                    throw Problem(.idTaken)
                }
                return Created(task, isNew: false)
            }
            guard count < ClassRules.ownTasks else { throw Problem(.limitReached) }
            try await SpendAllowance(transaction: transaction)(.tasks, of: caller.userID)
            let id = input.id ?? .version7(at: transaction.now)
            try await tasks.insert(id, input, digest: digest)
            return Created(try await assignments.existing(id))
        }
    }
}
