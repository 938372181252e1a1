import DavenportAPI
import Domain
import Foundation
import Postgres

/// The bytes of files that are gone (rule 11.71). Whatever deletes a file notes its content, and is done.
enum FileErasure {
    /// Erases so many parts as end in time, of what nobody else erases at this moment.
    /// - Returns: whether there was anything to erase, so that there may be more.
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
