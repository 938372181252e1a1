import DavenportAPI
import Foundation
import Pictures
import Postgres

/// Stores uploaded files, and reads how much a tenant may still store.
struct FileUploadRepository: Repository {
    let transaction: TenantTransaction

    /// The user's count of unused files of a kind, and the bytes that the tenant's files of the kind take and may take.
    struct StorageUse: Sendable {
        /// The number of files that the user has uploaded and that nothing uses yet.
        let unattached: Int
        /// The bytes that the tenant's files take, and the bytes that they may take.
        let used, allowed: Int
    }

    /// The columns of a file to store, without the name and the id that its uploader chose.
    struct Content: Sendable {
        let type: String
        let size: Int
        let sha256: String
        /// The picture, if the file is one, and its size and digest as it was sent.
        var picture: (decoded: DecodedPicture, sentSize: Int, sentSHA256: String)?
    }

    /// Deletes the tenant's oldest expired files that nothing uses. Files that another transaction has locked
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

    /// Returns how much the user and the tenant have stored, and how much the tenant may store, of one kind of file. Once
    /// this transaction has inserted a file, no other transaction can insert a file of the tenant and the kind until this
    /// transaction ends.
    func room(of userID: UUID, for use: FileUse) async throws -> StorageUse {
        let (tenant, kind) = (transaction.tenantID, use.kind.rawValue)
        let usage: SQL = use.kind == .picture ? "picture_usage" : "file_usage"
        let rows = try await transaction.query(
            """
            SELECT (SELECT count(*) FROM files AS f
                    WHERE f.tenant_id = \(tenant) AND f.uploader_id = \(userID) AND f.kind = \(kind)
                        AND \(fragment: FileRepository.unattached)) AS unattached,
                coalesce((SELECT u.bytes FROM \(fragment: usage) AS u WHERE u.tenant_id = \(tenant)), 0) - coalesce((
                    SELECT sum(size) FROM files
                    WHERE tenant_id = \(tenant) AND kind = \(kind) AND position IS NULL AND created_at <= unattached_since()), 0)::bigint
                    AS used,
                \(fragment: use.capacity.allowed(in: tenant)) AS allowed
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
    func insert(_ file: NewFile, _ content: Content, contentID: UUID, by userID: UUID) async throws {
        let picture = content.picture
        try await transaction.query(
            """
            INSERT INTO files (tenant_id, id, uploader_id, name, size, type, sha256, content_id, created_at, kind, width, height, sent_size,
                sent_sha256)
            VALUES (\(transaction.tenantID), \(file.fileID), \(userID), \(file.name), \(content.size), \(content.type),
                decode(\(content.sha256), 'hex'), \(contentID), \(transaction.now), \(file.kind.rawValue), \(picture?.decoded.width),
                \(picture?.decoded.height), \(picture?.sentSize), decode(\(picture?.sentSHA256), 'hex'))
            """)
    }
}
