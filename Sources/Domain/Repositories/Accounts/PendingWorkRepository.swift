import DavenportAPI
import Foundation
import Postgres

/// Counts what waits for those who run a tenant.
struct PendingWorkRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the numbers for an admin or owner.
    func counts(for userID: UUID) async throws -> TenantCounts {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT (SELECT count(*) FROM report_cases AS c
                    WHERE c.tenant_id = \(tenant) AND c.resolved_at IS NULL
                        AND \(fragment: Decider.member(userID).mayDecide(in: tenant))) AS open_reports,
                (SELECT count(*) FROM invites AS i
                    WHERE i.tenant_id = \(tenant) AND \(fragment: InviteRepository.isOpen(at: transaction.now))) AS open_invites,
                (SELECT count(*) FROM feedback AS f
                    WHERE f.tenant_id = \(tenant) AND f.state = \(FeedbackState.created)) AS new_feedback
            """)
        guard let row = rows.first else { return TenantCounts(openReports: 0, openInvites: 0, newFeedback: 0) }
        return TenantCounts(
            openReports: try row["open_reports"], openInvites: try row["open_invites"], newFeedback: try row["new_feedback"])
    }
}
