import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Moves the caller's read marker of an assignment forward to an entry. The marker never moves back. An attempt that a
    /// teacher has read counts as opened, and the student can't take it back any more (rule 11.15).
    public func markEntriesRead(_ caller: Caller, _ input: EntryReadMark) async throws -> UnreadEntries {
        try await database.transaction(for: caller) { transaction in
            let actions = ActionRepository(transaction, on: input.assignmentID, by: caller.userID)
            guard let side = try await actions.lockedToRead() else { throw Problem(.notFound) }
            let unread = try await EntryRepository(transaction).read(
                input.assignmentID, upTo: input.entryID, by: caller.userID, side)
            guard let unread else { throw Problem.invalid("entryID", .unknown, "must be an entry of this assignment") }
            // A teacher who reads an attempt opens it, and the student sees that.
            if side == .teacher { try await actions.touch() } else { transaction.touch([caller.userID]) }
            return UnreadEntries(unreadCount: unread)
        }
    }
}
