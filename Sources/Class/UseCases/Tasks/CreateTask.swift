import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Creates a task that the caller hosts, and assigns it to some of the caller's students.
    public func createTask(_ caller: Caller, _ input: NewTask) async throws -> Created<ClassTask> {
        let digest = try RequestDigest.of(input, id: input.id)
        return try await database.transaction(for: caller) { transaction in
            let changes = TaskChangeRepository(transaction)
            // Serializes the caller's requests. If the same request is sent twice at once, the second finds what the first has
            // written.
            let standings = try await RoleAndSuspensionRepository(transaction).locked([caller.userID] + input.studentIDs)
            if let id = input.id, let existing = try await changes.existing(id) {
                return try await repeated(existing, id, digest, caller, transaction)
            }
            guard let me = standings[caller.userID] else { throw Problem(.unauthenticated) }
            guard me.mayTeach(at: transaction.now) else { throw Problem(.forbidden) }
            let assignable = try await changes.assignable(input.studentIDs, by: caller.userID, teachers: [caller.userID])
            guard assignable.count == input.studentIDs.count else { throw Problem.unknownUser(field: "studentIDs") }
            try await SpendAllowance(transaction: transaction)(.tasks, of: caller.userID)
            let id = input.id ?? .version7(at: transaction.now)
            try await changes.insert(id, input, by: caller.userID, digest: digest)
            try await FileAttachmentRepository(transaction).attach(input.fileIDs, to: .task(id), by: caller.userID)
            if !input.studentIDs.isEmpty { try await changes.assign(id, to: input.studentIDs, by: caller.userID) }
            return Created(try await TaskRepository(transaction, seenBy: caller).existing(id))
        }
    }

    /// Returns the task that an earlier request with the same id created, in its current state.
    /// - Throws: `idTaken` unless the earlier request was equal to this one.
    private func repeated(
        _ existing: TaskChangeRepository.Existing, _ id: UUID, _ digest: [UInt8], _ caller: Caller, _ transaction: TenantTransaction
    ) async throws -> Created<ClassTask> {
        guard existing.createdBy == caller.userID, existing.digest == digest,
            let task = try await TaskRepository(transaction, seenBy: caller).task(id)
        else { throw Problem(.idTaken) }
        return Created(task, isNew: false)
    }
}
