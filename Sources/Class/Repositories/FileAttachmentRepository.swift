import DavenportAPI
import Domain
import Foundation
import Postgres

/// Attaches files to tasks and entries, each file once and for good.
struct FileAttachmentRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// The owner that files are attached to.
    enum Owner: Sendable {
        case task(UUID)
        case entry(UUID)

        fileprivate var taskID: UUID? { if case .task(let id) = self { id } else { nil } }
        fileprivate var entryID: UUID? { if case .entry(let id) = self { id } else { nil } }
    }

    /// Attaches files to an owner that is locked or new. The files must be the user's and unattached.
    /// - Parameter fileIDs: all files of the owner, in their order.
    /// - Parameter kept: those among them that the owner has already.
    /// - Throws: `unknownFile` if a file doesn't exist or can't be attached.
    func attach(_ fileIDs: [UUID], to owner: Owner, by userID: UUID, kept: [UUID] = []) async throws {
        guard !fileIDs.isEmpty else { return }
        let rows = try await transaction.query(
            """
            UPDATE files AS f SET task_id = \(owner.taskID), entry_id = \(owner.entryID), position = n.position
            FROM unnest(\(fileIDs)::uuid[]) WITH ORDINALITY AS n (id, position)
            WHERE f.tenant_id = \(transaction.tenantID) AND f.id = n.id
                AND (f.id = ANY (\(kept)::uuid[]) OR f.uploader_id = \(userID) AND \(fragment: FileRepository.unattached))
            """)
        guard rows.affected == fileIDs.count else { throw Problem.unknownFile }
    }

    /// Replaces the files of a locked task, and then deletes those that it no longer has. Like every transaction, it locks
    /// files before their count.
    /// - Parameter before: the task's current files.
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
