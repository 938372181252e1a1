import DavenportAPI
import Domain
import Foundation
import Postgres

/// Stores the entries of assignments.
struct EntryRepository: Repository {
    let transaction: TenantTransaction

    /// Returns one page of an assignment's entries, sorted by number. The page ends at `limit`, or earlier at
    /// `ClassRules.pageBytes`.
    /// - Parameter after: the number of the last entry of the previous page; 0 for the first page.
    /// - Returns: nil if the user may not see the assignment.
    func list(_ assignmentID: UUID, for userID: UUID, after: Int, limit: Int) async throws -> [Entry]? {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            """
            SELECT FROM assignment_cards
            WHERE tenant_id = \(tenant) AND user_id = \(userID) AND assignment_id = \(assignmentID)
            """,
            """
            SELECT \(fragment: Self.columns(tenant)) FROM (
                SELECT *, sum(octet_length(e.text)) OVER (ORDER BY e.number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
                FROM entries AS e
                WHERE e.tenant_id = \(tenant) AND e.assignment_id = \(assignmentID) AND e.number > \(after) AND e.deleted_at IS NULL
                ORDER BY e.number LIMIT \(limit)
            ) AS e LEFT JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = e.author_id
            WHERE coalesce(e.bytes_before, 0) < \(ClassRules.pageBytes) ORDER BY e.number
            """,
        ])
        return rows[0].isEmpty ? nil : try rows[1].map { try Entry($0) }
    }

    /// Returns one entry; nil if there is none or it was deleted.
    func entry(_ entryID: UUID, of assignmentID: UUID) async throws -> Entry? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.columns(tenant)) FROM entries AS e
            LEFT JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = e.author_id
            WHERE e.tenant_id = \(tenant) AND e.assignment_id = \(assignmentID) AND e.id = \(entryID) AND e.deleted_at IS NULL
            """)
        return try rows.first.map { try Entry($0) }
    }

    /// Deletes a message and its files. The transaction must have locked the assignment's row. An empty row of the
    /// message stays as its tombstone.
    func delete(_ entryID: UUID) async throws {
        _ = try await transaction.pipeline([
            """
            UPDATE entries SET text = NULL, request_digest = '', deleted_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(entryID) AND deleted_at IS NULL
            """,
            "DELETE FROM files WHERE tenant_id = \(transaction.tenantID) AND entry_id = \(entryID)",
        ])
    }

    /// Moves a user's read marker in an assignment, whose row must be locked, forward to an entry. The marker never
    /// moves back.
    /// - Returns: the number of unread entries afterwards; nil if the entry isn't in the assignment.
    func read(_ assignmentID: UUID, upTo entryID: UUID, by userID: UUID, _ side: Side) async throws -> Int? {
        let tenant = transaction.tenantID
        let marked: SQL =
            switch side {
            case .student:
                "UPDATE assignments AS m SET read_number = greatest(m.read_number, e.number) FROM entries AS e WHERE m.id = \(assignmentID)"
            case .teacher:
                """
                UPDATE assignment_readers AS m SET read_number = greatest(m.read_number, e.number) FROM entries AS e
                WHERE m.assignment_id = \(assignmentID) AND m.user_id = \(userID)
                """
            }
        let rows = try await transaction.query(
            """
            \(fragment: marked) AND m.tenant_id = \(tenant)
                AND e.tenant_id = \(tenant) AND e.assignment_id = \(assignmentID) AND e.id = \(entryID)
            RETURNING m.unread_count
            """)
        return try rows.first.map { try $0["unread_count"] }
    }

    /// Returns the columns that decoding an `Entry` needs. The entry must have the alias `e`, and its author the alias
    /// `u`.
    static func columns(_ tenant: UUID) -> SQL {
        """
        e.id, e.assignment_id, e.number, e.action, e.created_at, e.text, CASE e.action WHEN 'submit' THEN e.attempt END AS attempt, e.points, e.word,
        e.extended_to, \(fragment: FileRepository.list(tenant, "f.entry_id = e.id")) AS files,
        u.id AS author_id, u.username AS author_username, u.identity_color AS author_identity_color,
        u.avatar_version AS author_avatar_version, u.bot AS author_bot
        """
    }
}

extension Entry {
    init(_ row: Row) throws {
        let authorID: UUID? = try row["author_id"]
        self.init(
            id: try row["id"], assignmentID: try row["assignment_id"], number: try row["number"], action: try row["action"],
            author: try authorID.map { _ in try UserStub(row, UserStub.authorNames) }, at: try row["created_at"], text: try row["text"],
            files: try row.json("files"), attempt: try row["attempt"], points: try row.hundredths("points"), word: try row["word"],
            extendedTo: try row["extended_to"])
    }
}
