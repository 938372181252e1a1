import DavenportAPI
import Domain
import Foundation
import Postgres

/// Stores uploaded files, and reads how much a tenant may still store.
struct FileUploadRepository: Repository {
    let transaction: TenantTransaction

    /// The user's count of unused files, and the bytes that the tenant's files take and may take.
    struct StorageUse: Sendable {
        /// The number of files that the user has uploaded and that no task or entry uses yet.
        let unattached: Int
        /// The bytes that the tenant's files take, and the bytes that they may take.
        let used, allowed: Int
    }

    /// Deletes the tenant's oldest expired files that no task or entry uses. Files that another transaction has locked
    /// are skipped.
    ///
    /// One call deletes at most `FileRules.unattached` files, so that it ends soon.
    /// - Returns: true if it deleted any file.
    func sweep() async throws -> Bool {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            DELETE FROM files WHERE tenant_id = \(tenant) AND id IN (
                SELECT id FROM files WHERE tenant_id = \(tenant) AND position IS NULL AND created_at <= unattached_since()
                ORDER BY created_at LIMIT \(FileRules.unattached) FOR UPDATE SKIP LOCKED)
            """)
        return rows.affected > 0
    }

    /// Lets other uploads under the same file id wait until this transaction ends.
    func lock(_ fileID: UUID) async throws {
        let name = "file \(fileID.lowercased) in \(transaction.tenantID)"
        try await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended(\(name)::text, 0))")
    }

    /// Returns how much the user and the tenant have stored, and how much the tenant may store. Once this transaction
    /// has inserted a file, no other transaction can insert a file of the tenant until this transaction ends.
    func room(of userID: UUID) async throws -> StorageUse {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT (SELECT count(*) FROM files AS f
                    WHERE f.tenant_id = \(tenant) AND f.uploader_id = \(userID) AND \(fragment: FileRepository.unattached)) AS unattached,
                coalesce((SELECT bytes FROM file_usage WHERE tenant_id = \(tenant)), 0) - coalesce((
                    SELECT sum(size) FROM files
                    WHERE tenant_id = \(tenant) AND position IS NULL AND created_at <= unattached_since()), 0)::bigint AS used,
                \(fragment: Capacity.fileBytes.allowed(in: tenant)) AS allowed
            """)
        guard let row = rows.first else { throw Problem(.tenantNotFound) }
        return StorageUse(unattached: try row["unattached"], used: try row["used"], allowed: try row["allowed"])
    }

    /// Inserts one chunk of a file. The file's own row is inserted after all its chunks.
    func insert(_ bytes: [UInt8], number: Int, of contentID: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO file_chunks (tenant_id, content_id, number, bytes)
            VALUES (\(transaction.tenantID), \(contentID), \(number), \(bytes))
            """)
    }

    /// Inserts the row of a file whose chunks are inserted already.
    func insert(
        _ file: NewFile, size: Int, type: String, sha256: String, contentID: UUID, by userID: UUID
    ) async throws {
        try await transaction.query(
            """
            INSERT INTO files (tenant_id, id, uploader_id, name, size, type, sha256, content_id, created_at)
            VALUES (\(transaction.tenantID), \(file.fileID), \(userID), \(file.name), \(size), \(type),
                decode(\(sha256), 'hex'), \(contentID), \(transaction.now))
            """)
    }
}
