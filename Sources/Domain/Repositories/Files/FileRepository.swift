import DavenportAPI
import Foundation
import Postgres

/// Reads and deletes the files of a tenant.
package struct FileRepository: Repository {
    package let transaction: TenantTransaction

    /// Makes the repository of a transaction.
    package init(transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// A file that already has the id that a client chose for an upload.
    struct Existing: Sendable {
        let file: File
        let kind: FileKind
        let uploaderID: UUID?
        /// The size and the digest of the file as it was sent. A picture is stored in another form.
        let sentSize: Int
        let sentSHA256: String
    }

    /// Returns the file that has the id; nil if there is none.
    func existing(_ fileID: UUID) async throws -> Existing? {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.json) AS file, f.kind, f.uploader_id, coalesce(f.sent_size, f.size) AS sent_size,
                encode(coalesce(f.sent_sha256, f.sha256), 'hex') AS sent_sha256
            FROM files AS f
            WHERE f.tenant_id = \(transaction.tenantID) AND f.id = \(fileID)
            """)
        return try rows.first.map {
            Existing(
                file: try $0.json("file"), kind: FileKind(keeping: try $0["kind"]), uploaderID: try $0["uploader_id"],
                sentSize: try $0["sent_size"], sentSHA256: try $0["sent_sha256"])
        }
    }

    /// A file and the id of its content, under which its bytes are stored.
    struct Stored: Sendable {
        let file: File
        let kind: FileKind
        let contentID: UUID
    }

    /// Returns a file that the user may download; nil if there is none or the user may not.
    func file(_ fileID: UUID, for userID: UUID) async throws -> Stored? {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.json) AS file, f.kind, f.content_id FROM files AS f
            WHERE f.tenant_id = \(transaction.tenantID) AND f.id = \(fileID) AND \(fragment: isSeen(fileID, by: userID))
            """)
        return try rows.first.map {
            Stored(file: try $0.json("file"), kind: FileKind(keeping: try $0["kind"]), contentID: try $0["content_id"])
        }
    }

    /// Returns one chunk of a file's bytes; nil if the caller can't get it any more.
    ///
    /// The caller can't get it if the file was deleted, if another file has its id now, if the caller may no longer
    /// download it, or if the caller has logged out.
    func chunk(_ number: Int, of stored: Stored, for caller: Caller) async throws -> [UInt8]? {
        let (tenant, fileID) = (transaction.tenantID, stored.file.id)
        let rows = try await transaction.query(
            """
            SELECT c.bytes FROM file_chunks AS c
            WHERE c.tenant_id = \(tenant) AND c.content_id = \(stored.contentID) AND c.number = \(number)
                AND EXISTS (
                    SELECT FROM files AS f
                    WHERE f.tenant_id = \(tenant) AND f.id = \(fileID) AND f.content_id = \(stored.contentID))
                AND \(fragment: isSeen(fileID, by: caller.userID)) AND \(fragment: LoginCheckRepository(transaction).isSignedIn(caller))
            """)
        return try rows.first?["bytes"]
    }

    private func isSeen(_ fileID: UUID, by userID: UUID) -> SQL {
        """
        EXISTS (
            SELECT FROM file_viewers AS v
            WHERE v.tenant_id = \(transaction.tenantID) AND v.file_id = \(fileID) AND v.user_id = \(userID))
        """
    }

    /// Deletes a file that the user uploaded and nothing uses.
    /// - Returns: false if there is no such file.
    func delete(_ fileID: UUID, of userID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            DELETE FROM files AS f
            WHERE f.tenant_id = \(transaction.tenantID) AND f.id = \(fileID) AND f.uploader_id = \(userID) AND \(fragment: Self.unattached)
            """)
        return rows.affected > 0
    }

    /// The SQL condition for files, with the alias `f`, that nothing uses and that haven't expired yet.
    package static let unattached: SQL = "f.position IS NULL AND f.created_at > unattached_since()"

    /// An SQL expression that encodes a file, whose row has the alias `f`, as JSON.
    static let json: SQL = """
        json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'sha256', encode(f.sha256, 'hex'),
            'createdAt', f.created_at, 'width', f.width, 'height', f.height)
        """

    /// Returns an SQL expression that encodes files as a JSON array, in the order in which they were attached.
    /// - Parameter condition: the condition for the files, which have the alias `f`.
    package static func list(_ tenant: UUID, _ condition: SQL) -> SQL {
        """
        (SELECT coalesce(json_agg(\(fragment: json) ORDER BY f.position, f.id), '[]') FROM files AS f
            WHERE f.tenant_id = \(tenant) AND \(fragment: condition))
        """
    }
}
