import DavenportAPI
import Foundation
import Postgres

extension Warning.Kind: PostgresCodable {}

/// Writes warnings. `AccountRepository` reads them, with the rest of the account.
struct WarningRepository: Repository {
    let transaction: TenantTransaction

    func insert(_ kind: Warning.Kind, to userID: UUID, reason: ReportReason, text: String? = nil) async throws {
        transaction.touch([userID])
        try await transaction.query(
            """
            INSERT INTO warnings (tenant_id, id, user_id, kind, reason, text, created_at)
            VALUES (\(transaction.tenantID), \(UUID.version7(at: transaction.now)), \(userID), \(kind), \(reason), \(text),
                \(transaction.now))
            """)
    }

    /// Notifies a user of new warnings, without saying who caused them.
    func notify(_ userID: UUID) async throws {
        transaction.wakeWorkers()
        try await transaction.query(
            """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, created_at, due_at, expires_at)
            VALUES (\(transaction.tenantID), gen_random_uuid(), \(NotificationKind.moderationWarned), \(userID), \(transaction.now),
                \(transaction.now), \(transaction.now + NotificationRules.lifetime))
            """)
    }

    /// Deletes a warning that its recipient has seen.
    /// - Returns: false if the user has no such warning.
    func delete(_ warningID: UUID, of userID: UUID) async throws -> Bool {
        transaction.touch([userID])
        return try await transaction.query(
            "DELETE FROM warnings WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND id = \(warningID)"
        ).affected > 0
    }

    /// Returns an SQL expression for a user's warnings as JSON, which is null if there are none.
    static func listed(of userID: SQL, in tenant: UUID) -> SQL {
        """
        (SELECT json_agg(json_build_object('id', w.id, 'kind', w.kind, 'reason', w.reason, 'text', w.text,
                'at', timestamp_text(w.created_at)) ORDER BY w.created_at, w.id)
            FROM warnings AS w WHERE w.tenant_id = \(tenant) AND w.user_id = \(fragment: userID))
        """
    }
}
