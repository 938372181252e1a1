import Foundation
import Postgres

/// Checks what triggers and uploads derive from the chunks and sizes of files.
enum FileDerivation {
    /// The SQL condition for file chunks, with the alias `m`, that belong to an existing file. All other chunks are
    /// about to be erased, so they aren't moved when a tenant moves.
    static let isNamed: SQL = "EXISTS (SELECT FROM files AS f WHERE f.tenant_id = m.tenant_id AND f.content_id = m.content_id)"

    /// Returns statements that recompute the derived columns and return a row for each stored value that is wrong. The
    /// row's only column names the place of that value.
    static func statements(_ transaction: TenantTransaction) -> [SQL] {
        let tenant = transaction.tenantID
        return [
            """
            SELECT 'file ' || f.id AS wrong FROM files AS f
            CROSS JOIN LATERAL (
                SELECT count(*) AS count, max(c.number) AS last, sha256(coalesce(string_agg(c.bytes, '' ORDER BY c.number), '')) AS digest
                FROM file_chunks AS c WHERE c.tenant_id = \(tenant) AND c.content_id = f.content_id AND c.number >= 0) AS c
            WHERE f.tenant_id = \(tenant) AND (c.last IS DISTINCT FROM c.count - 1 OR c.digest <> f.sha256
                OR (f.kind = 'picture') <> EXISTS (
                    SELECT FROM file_chunks AS t
                    WHERE t.tenant_id = \(tenant) AND t.content_id = f.content_id AND t.number = \(FileRules.thumbnail)))
            """,
            """
            SELECT 'how much all files have' AS wrong
            WHERE coalesce((SELECT u.bytes FROM file_usage AS u WHERE u.tenant_id = \(tenant)), 0)
                <> coalesce((SELECT sum(f.size) FROM files AS f WHERE f.tenant_id = \(tenant) AND f.kind = 'file'), 0)
            """,
            """
            SELECT 'how much all pictures have' AS wrong
            WHERE coalesce((SELECT u.bytes FROM picture_usage AS u WHERE u.tenant_id = \(tenant)), 0)
                <> coalesce((SELECT sum(f.size) FROM files AS f WHERE f.tenant_id = \(tenant) AND f.kind = 'picture'), 0)
            """,
        ]
    }
}
