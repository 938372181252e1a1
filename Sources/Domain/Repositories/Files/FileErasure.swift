import DavenportAPI
import Foundation
import Postgres

/// Erases the bytes of deleted files (rule 11.71). Deleting a file only inserts the id of its content into
/// `gone_contents`; the chunks of that content are erased later, in batches.
enum FileErasure {
    /// Erases one batch of chunks. The batch is small enough that the transaction ends soon, and it skips contents that
    /// another transaction is erasing.
    /// - Returns: true if there was something to erase. Then there may be more.
    static func part(_ transaction: TenantTransaction) async throws -> Bool {
        let tenant = transaction.tenantID
        let contents = try await transaction.query(
            """
            SELECT id FROM gone_contents WHERE tenant_id = \(tenant) ORDER BY id LIMIT \(FileRules.erasedFiles) FOR UPDATE SKIP LOCKED
            """)
        guard !contents.isEmpty else { return false }
        let ids: [UUID] = try contents.map { try $0["id"] }
        _ = try await transaction.pipeline([
            """
            DELETE FROM file_chunks WHERE tenant_id = \(tenant) AND (content_id, number) IN (
                SELECT c.content_id, c.number FROM file_chunks AS c
                WHERE c.tenant_id = \(tenant) AND c.content_id = ANY (\(ids)::uuid[]) LIMIT \(FileRules.erased))
            """,
            """
            DELETE FROM gone_contents AS g
            WHERE g.tenant_id = \(tenant) AND g.id = ANY (\(ids)::uuid[])
                AND NOT EXISTS (SELECT FROM file_chunks AS c WHERE c.tenant_id = \(tenant) AND c.content_id = g.id)
            """,
        ])
        return true
    }
}
