import Foundation
import Postgres

/// Writes and reads the audit log of a tenant's security events. The server's role may only append to it.
struct AuditRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    func insert(_ event: AuditEvent, by actor: AuditActor, on subjectID: UUID?, detail: String?) async throws {
        let (kind, actorID) = actor.columns
        try await transaction.query(
            """
            INSERT INTO audit_entries (tenant_id, id, at, event, actor, actor_id, subject_id, detail)
            VALUES (\(transaction.tenantID), \(UUID.version7(at: transaction.now)), \(transaction.now), \(event.name), \(kind),
                \(actorID), \(subjectID), \(detail))
            """)
    }

    /// Returns the latest entries of the audit log, latest first. Only the database's owner may read it.
    func list(limit: Int) async throws -> [AuditEntry] {
        let rows = try await transaction.query(
            """
            SELECT at, event, actor, actor_id, subject_id, detail FROM audit_entries
            WHERE tenant_id = \(transaction.tenantID) ORDER BY at DESC, id DESC LIMIT \(limit)
            """)
        return try rows.map { row in
            AuditEntry(
                at: try row["at"], event: try row["event"], actor: try row["actor"], actorID: try row["actor_id"],
                subjectID: try row["subject_id"], detail: try row["detail"])
        }
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
