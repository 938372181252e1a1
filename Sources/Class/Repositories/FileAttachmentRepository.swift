import DavenportAPI
import Domain
import Foundation
import Postgres

/// What tasks and entries have of files: each once and for good.
struct FileAttachmentRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// What files go with.
    enum Owner: Sendable {
        case task(UUID)
        case entry(UUID)

        fileprivate var taskID: UUID? { if case .task(let id) = self { id } else { nil } }
        fileprivate var entryID: UUID? { if case .entry(let id) = self { id } else { nil } }
    }

    /// Gives files of somebody's that nothing has named to a thing that is locked or new.
    /// - Parameter fileIDs: all that the thing shall have, in their order.
    /// - Parameter kept: those among them that it has already.
    /// - Throws: `unknownFile` where one isn't there to be given.
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

    /// Lets a locked task have these files, and then deletes those that it had besides: files are locked before their count, as everywhere.
    /// - Parameter before: those that it has.
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
