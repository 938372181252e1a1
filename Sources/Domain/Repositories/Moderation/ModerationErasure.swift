import DavenportAPI
import Foundation
import Postgres

/// Erases a deleted user from reports: what they wrote, what they were called, and that they reported (rule 24.14).
enum ModerationErasure {
    /// Returns the statements. Open cases that concern only the user end as `gone`. A case about a room stays, since the
    /// room does.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, userID) = (transaction.tenantID, accountErasure.userID)
        let (concerned, resolved): (SQL, SQL) = (
            "tenant_id = \(tenant) AND person_id = \(userID)", "tenant_id = \(tenant) AND resolved_by = \(userID)"
        )
        let (gone, noted): (SQL, SQL) = ("ARRAY['gone']", "tenant_id = \(tenant) AND author_id = \(userID)")
        return [
            """
            UPDATE report_cases SET actions = \(fragment: gone), resolved_at = \(transaction.now)
            WHERE \(fragment: concerned) AND resolved_at IS NULL AND thing <> 'room'
            """,
            "UPDATE report_cases SET person_id = NULL WHERE \(fragment: concerned)",
            accountErasure.erasesWords
                ? "UPDATE report_cases SET resolved_by = NULL, text = NULL WHERE \(fragment: resolved)"
                : "UPDATE report_cases SET resolved_by = NULL WHERE \(fragment: resolved)",
            """
            UPDATE reports AS r SET username = NULL FROM report_cases AS c
            WHERE r.tenant_id = \(tenant) AND r.case_id = c.id AND c.tenant_id = \(tenant) AND c.thing = 'person' AND c.thing_id = \(userID)
            """,
            """
            UPDATE reports SET reporter_id = NULL, note = NULL, request_digest = ''
            WHERE tenant_id = \(tenant) AND reporter_id = \(userID)
            """,
            "UPDATE reports SET room_title = NULL, room_title_by = NULL WHERE tenant_id = \(tenant) AND room_title_by = \(userID)",
            "DELETE FROM report_evidence WHERE \(fragment: noted)",
            accountErasure.erasesWords
                ? "DELETE FROM report_notes WHERE \(fragment: noted)" : "UPDATE report_notes SET author_id = NULL WHERE \(fragment: noted)",
        ]
    }
}
