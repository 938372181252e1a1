import DavenportAPI
import Domain
import Foundation
import Postgres

/// The pictures of comments. A picture belongs to at most one comment, and never moves to another one (rule 28.5).
///
/// Triggers delete the pictures that a comment loses: see `pictures_left`.
struct PictureRepository: Repository {
    let transaction: TenantTransaction

    /// Locks pictures that the user uploaded and that nothing uses, until the transaction ends.
    /// - Returns: false if the user can't use one of them.
    func lock(_ fileIDs: [UUID], of userID: UUID) async throws -> Bool {
        guard Set(fileIDs).count == fileIDs.count else { return false }
        guard !fileIDs.isEmpty else { return true }
        let rows = try await transaction.query(
            """
            SELECT f.id FROM files AS f
            WHERE f.tenant_id = \(transaction.tenantID) AND f.id = ANY (\(fileIDs)::uuid[]) AND f.kind = 'picture'
                AND f.uploader_id = \(userID) AND \(fragment: FileRepository.unattached)
            ORDER BY f.id FOR NO KEY UPDATE
            """)
        return rows.count == fileIDs.count
    }

    /// Gives locked pictures to a comment.
    func attach(_ fileIDs: [UUID], to commentID: UUID) async throws {
        guard !fileIDs.isEmpty else { return }
        try await transaction.query(
            """
            UPDATE files AS f SET comment_id = \(commentID), position = n.position
            FROM unnest(\(fileIDs)::uuid[]) WITH ORDINALITY AS n (id, position)
            WHERE f.tenant_id = \(transaction.tenantID) AND f.id = n.id
            """)
    }

    /// Returns an SQL expression for the value of a comment's column `pictures`; null if there are none.
    static func metadata(of pictures: [NewPicture], in tenant: UUID) -> SQL {
        guard !pictures.isEmpty else { return "NULL::jsonb" }
        return "comment_pictures(\(tenant), \(pictures.fileIDs)::uuid[], \(pictures.map { $0.alternative ?? "" })::text[])"
    }

    /// Returns the statements that erase what a deleted user uploaded. Pictures that no comment uses are deleted; others stay with their
    /// comments, without an uploader.
    static func erasure(_ tenant: UUID, of userID: UUID) -> [SQL] {
        let own: SQL = "tenant_id = \(tenant) AND uploader_id = \(userID) AND kind = 'picture'"
        return [
            "DELETE FROM files WHERE \(fragment: own) AND position IS NULL",
            "UPDATE files SET uploader_id = NULL WHERE \(fragment: own)",
        ]
    }
}
