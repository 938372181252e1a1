import DavenportAPI
import Domain
import Foundation
import Postgres

/// What storing files asks of the database.
struct FileUploadRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// How much there is, and may be.
    struct Room: Sendable {
        /// The files of the person that nothing has named.
        let unattached: Int
        /// In bytes.
        let used, allowed: Int
    }

    /// Deletes the oldest of what in the tenant nothing has named in time, as many as one person may have of it, so that it ends in time
    /// however much there is. It waits for nobody.
    /// - Returns: whether any went.
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

    /// Makes whoever stores a file of an id wait for whoever does it at this moment, until the transaction ends.
    func lock(_ fileID: UUID) async throws {
        let name = "file \(fileID.lowercased) in \(transaction.tenantID)"
        try await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended(\(name)::text, 0))")
    }

    /// How much there is now. Once a file was written in the transaction, nobody else adds to it.
    func room(of userID: UUID) async throws -> Room {
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
        return Room(unattached: try row["unattached"], used: try row["used"], allowed: try row["allowed"])
    }

    /// Writes a part of a file that isn't there yet.
    func insert(_ bytes: [UInt8], number: Int, of contentID: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO file_chunks (tenant_id, content_id, number, bytes)
            VALUES (\(transaction.tenantID), \(contentID), \(number), \(bytes))
            """)
    }

    /// Writes a file whose parts are written.
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
