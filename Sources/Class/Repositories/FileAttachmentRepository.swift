import DavenportAPI
import Domain
import Foundation
import Postgres

/// Attaches files to tasks and entries. A file is attached at most once, and never moves to another owner.
struct FileAttachmentRepository: Repository {
    let transaction: TenantTransaction

    /// A task or an entry that has files.
    enum Owner: Sendable {
        case task(UUID)
        case entry(UUID)

        fileprivate var taskID: UUID? { if case .task(let id) = self { id } else { nil } }
        fileprivate var entryID: UUID? { if case .entry(let id) = self { id } else { nil } }
    }

    /// Attaches files to a task or an entry, whose row must be new or locked. Each file must be an unattached upload of
    /// the user, unless it is in `kept`.
    /// - Parameter fileIDs: all files of the task or entry, in their order.
    /// - Parameter kept: the files in `fileIDs` that are attached to the task or entry already.
    /// - Throws: `unknownFile` if a file doesn't exist or can't be attached.
    func attach(_ fileIDs: [UUID], to owner: Owner, by userID: UUID, kept: [UUID] = []) async throws {
        guard !fileIDs.isEmpty else { return }
        let rows = try await transaction.query(
            """
            UPDATE files AS f SET task_id = \(owner.taskID), entry_id = \(owner.entryID), position = n.position
            FROM unnest(\(fileIDs)::uuid[]) WITH ORDINALITY AS n (id, position)
            WHERE f.tenant_id = \(transaction.tenantID) AND f.id = n.id AND f.kind = 'file'
                AND (f.id = ANY (\(kept)::uuid[]) OR f.uploader_id = \(userID) AND \(fragment: FileRepository.unattached))
            """)
        guard rows.affected == fileIDs.count else { throw Problem.unknownFile }
    }

    /// Replaces the files of a task whose row is locked, and deletes those that the task no longer has.
    ///
    /// New files are attached before old ones are deleted. Deleting a file locks the tenant's count of stored bytes,
    /// and every transaction locks files before that count, so that none deadlocks.
    /// - Parameter before: the files that the task has now.
    func set(_ fileIDs: [UUID], of taskID: UUID, before: [UUID], by userID: UUID) async throws {
        try await attach(fileIDs, to: .task(taskID), by: userID, kept: before.filter(fileIDs.contains))
        let left = before.filter { !fileIDs.contains($0) }
        if !left.isEmpty {
            try await transaction.query(
                """
                DELETE FROM files
                WHERE tenant_id = \(transaction.tenantID) AND task_id = \(taskID) AND id = ANY (\(left)::uuid[])
                """)
        }
    }
}
