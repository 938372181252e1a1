import DavenportAPI
import Foundation
import Postgres

/// Writes and reads the audit log of a tenant's security events. The server's role may append to it, and read
/// what the view `administered_audit` has.
struct AuditRepository: Repository {
    let transaction: TenantTransaction

    func insert(_ event: AuditEvent, by actor: AuditActor, on subjectID: UUID?, detail: String?) async throws {
        let (kind, actorID) = actor.columns
        try await transaction.query(
            """
            INSERT INTO audit_entries (tenant_id, id, at, event, actor, actor_id, subject_id, detail)
            VALUES (\(transaction.tenantID), \(UUID.version7(at: transaction.now)), \(transaction.now), \(event.name), \(kind),
                \(actorID), \(subjectID), \(detail))
            """)
    }

    /// Returns the latest entries of the audit log, latest first. Only the database's owner may read all of them.
    func list(limit: Int) async throws -> [AuditEntry] {
        try await entries("audit_entries", Self.order.page(after: nil, limit: limit))
    }

    /// Returns a page of the entries that an admin or owner sees, latest first.
    ///
    /// The view `administered_audit` leaves out log-ins, log-outs and failures. An entry about a report is returned only
    /// to users who may decide the report, because it names the reporter (rule 24.8).
    /// - Parameters:
    ///   - event: the name of the listed events; nil for all.
    ///   - after: the position of the last entry of the previous page; nil for the first page.
    func list(seenBy viewerID: UUID, event: String?, after: (at: Date, id: UUID)?, limit: Int) async throws -> [AuditEntry] {
        let tenant = transaction.tenantID
        let named: SQL = event.map { "AND e.event = \($0)" } ?? ""
        let page = Self.order.page(after: after.map { ["\($0.at)", "\($0.id)"] }, limit: limit)
        return try await entries(
            "administered_audit",
            """
            AND (e.event NOT LIKE 'report.%' OR EXISTS (
                SELECT FROM reports AS r
                JOIN report_deciders AS d ON d.tenant_id = \(tenant) AND d.case_id = r.case_id AND d.user_id = \(viewerID)
                WHERE r.tenant_id = \(tenant) AND r.id = e.subject_id))
            \(fragment: named) \(fragment: page)
            """)
    }

    /// Returns entries with the users that they name.
    /// - Parameters:
    ///   - source: the table or view of the entries.
    ///   - wanted: the end of the statement, which continues its WHERE clause.
    private func entries(_ source: SQL, _ wanted: SQL) async throws -> [AuditEntry] {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT e.id AS entry_id, e.at, e.event, e.actor, e.actor_id, e.subject_id, e.detail, \(fragment: Self.users)
            FROM \(fragment: source) AS e
            LEFT JOIN users AS a ON a.tenant_id = \(tenant) AND a.id = e.actor_id
            LEFT JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = e.subject_id
            WHERE e.tenant_id = \(tenant) \(fragment: wanted)
            """)
        return try rows.map(AuditEntry.init)
    }

    private static let order = ListOrder("e.at", "e.id", descending: true)

    private static let users: SQL = """
        a.id AS author_id, a.username AS author_username, a.identity_color AS author_identity_color,
        a.avatar_version AS author_avatar_version, a.bot AS author_bot, \(fragment: UserStub.columns)
        """
}

extension AuditEntry {
    fileprivate init(_ row: Row) throws {
        let authorID: UUID? = try row["author_id"]
        let aboutID: UUID? = try row["id"]
        self.init(
            id: try row["entry_id"], at: try row["at"], event: try row["event"], actor: AuditActorKind(keeping: try row["actor"]),
            actorID: try row["actor_id"], by: try authorID.map { _ in try UserStub(row, UserStub.authorNames) },
            subjectID: try row["subject_id"], about: try aboutID.map { _ in try UserStub(row) }, detail: try row["detail"])
    }
}

extension AuditActor {
    fileprivate var columns: (kind: String, id: UUID?) {
        switch self {
        case .user(let id): ("user", id)
        case .operator: ("operator", nil)
        case .anybody: ("anybody", nil)
        }
    }
}
