import Foundation
import Postgres

/// Counts the open reports of all tenants that aren't suspended. Reports of the same thing count once.
struct OpenReportRepository: Sendable {
    let transaction: WorkerTransaction

    init(_ transaction: WorkerTransaction) {
        self.transaction = transaction
    }

    /// Returns the numbers of open and of overdue reports.
    func counts() async throws -> (open: Int, overdue: Int) {
        let rows = try await transaction.query(
            """
            SELECT count(*) AS open, count(*) FILTER (WHERE c.act_by <= \(transaction.now)) AS overdue
            FROM report_cases AS c JOIN tenants AS t ON t.id = c.tenant_id
            WHERE c.resolved_at IS NULL AND t.suspended_at IS NULL
            """)
        return try rows.first.map { (try $0["open"], try $0["overdue"]) } ?? (0, 0)
    }

    /// Returns the slugs of the tenants with overdue reports, with the number of each.
    func overdue() async throws -> [(slug: String, count: Int)] {
        let rows = try await transaction.query(
            """
            SELECT t.slug, count(*) AS count FROM report_cases AS c JOIN tenants AS t ON t.id = c.tenant_id
            WHERE c.resolved_at IS NULL AND c.act_by <= \(transaction.now) AND t.suspended_at IS NULL
            GROUP BY t.slug ORDER BY t.slug
            """)
        return try rows.map { (try $0["slug"], try $0["count"]) }
    }
}
