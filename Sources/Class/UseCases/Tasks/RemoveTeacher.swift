import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Removes a teacher from a task. Teachers can remove themselves, and the host can remove any teacher. If the host is
    /// removed, the longest-standing other teacher becomes the host.
    public func removeTeacher(_ caller: Caller, _ input: TaskPersonReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let changes = TaskChangeRepository(transaction)
            guard let locked = try await changes.locked(input.taskID, for: caller.userID) else { throw Problem(.notFound) }
            guard locked.isHost || input.userID == caller.userID else { throw Problem(.forbidden) }
            guard locked.teacherIDs.contains(input.userID) else { throw Problem(.notFound) }
            guard locked.teacherIDs.count > 1 else { throw Problem(.lastTeacher) }
            try await changes.removeTeacher(input.userID, from: input.taskID)
            return NoContent()
        }
    }
}
