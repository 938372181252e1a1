import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Performs an action on an assignment, or adds a message to it. Either becomes one entry of the assignment's history.
    public func createEntry(_ caller: Caller, _ input: NewEntry) async throws -> Created<RecordedEntry> {
        let digest = try RequestDigest.of(input, id: input.id)
        return try await database.transaction(for: caller) { transaction in
            let actions = ActionRepository(transaction, on: input.assignmentID, by: caller.userID)
            let locked = try await actions.locked(
                exclusively: StateMachine.changesCompletion(input.action), extendedTo: input.extendedTo.applied(to: nil),
                request: (input.id, digest))
            guard let locked else { throw Problem(.notFound) }
            if let existing = locked.existing {
                guard existing.isSameRequest else { throw Problem(.idTaken) }
                return Created(try await recorded(existing.entryID, input, caller, transaction), isNew: false)
            }
            let effect = try EntryRules(locked.standing, input).effect()
            try await SpendAllowance(transaction: transaction)(.entries, of: caller.userID)
            let id = input.id ?? .version7(at: transaction.now)
            try await actions.record(effect, of: input, id: id, digest: digest, on: locked.standing)
            try await FileAttachmentRepository(transaction).attach(input.fileIDs, to: .entry(id), by: caller.userID)
            return Created(try await recorded(id, input, caller, transaction))
        }
    }

    private func recorded(_ id: UUID, _ input: NewEntry, _ caller: Caller, _ transaction: TenantTransaction) async throws -> RecordedEntry {
        guard let entry = try await EntryRepository(transaction).entry(id, of: input.assignmentID) else { throw Problem(.notFound) }
        let assignment = try await AssignmentRepository(transaction, seenBy: caller).existing(input.assignmentID)
        transaction.touch([assignment.student.id] + assignment.task.teachers.map(\.id))
        return RecordedEntry(entry: entry, assignment: assignment)
    }
}
