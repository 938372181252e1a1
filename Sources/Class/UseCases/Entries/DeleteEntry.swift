import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Deletes a message that the caller wrote. A student's message that belongs to an attempt can't be deleted, and
    /// neither can any other kind of entry.
    public func deleteEntry(_ caller: Caller, _ input: EntryReference) async throws -> NoContent {
        let hadFiles = try await database.transaction(for: caller) { transaction in
            let actions = ActionRepository(transaction, on: input.assignmentID, by: caller.userID)
            let entries = EntryRepository(transaction)
            guard let standing = try await actions.locked(exclusively: false)?.standing,
                let entry = try await entries.entry(input.entryID, of: input.assignmentID)
            else { throw Problem(.notFound) }
            guard entry.author?.id == caller.userID else { throw Problem(.forbidden) }
            if standing.isClosed { throw Problem(.closed) }
            let isSubmitted = standing.side == .student && entry.number <= standing.submittedNumber ?? 0
            guard entry.action == .message, !isSubmitted else { throw Problem(.entryFixed) }
            try await entries.delete(input.entryID)
            try await actions.touch()
            return !entry.files.isEmpty
        }
        if hadFiles { await deferredDeletion.erase(in: caller.tenant.id) }
        return NoContent()
    }
}
