import Foundation
import Postgres

/// Counts the open reports of all tenants, for monitoring and `davenport check`. Reports of the same thing count once.
public struct CountReports: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role, or as the owner.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the numbers of open and of overdue reports.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> (open: Int, overdue: Int) {
        try await database.transactionAcrossTenants(.singleRoundTrip) { transaction in
            let rows = try await transaction.query(
                """
                SELECT count(*) AS open, count(*) FILTER (WHERE c.act_by <= \(transaction.now)) AS overdue
                FROM report_cases AS c JOIN tenants AS t ON t.id = c.tenant_id
                WHERE c.resolved_at IS NULL AND t.suspended_at IS NULL
                """)
            return try rows.first.map { (try $0["open"], try $0["overdue"]) } ?? (0, 0)
        }
    }
}

/// Finds the tenants with overdue reports, for `davenport check`.
public struct FindOverdueReports: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role, or as the owner.
    public init(_ database: Database) {
        self.database = database
    }

    /// Returns the tenants that have any, each with their number. Reports of the same thing count once.
    /// - Throws: `unavailable` if the database can't be reached.
    public func callAsFunction() async throws -> [(slug: String, count: Int)] {
        try await database.transactionAcrossTenants(.singleRoundTrip) { transaction in
            let rows = try await transaction.query(
                """
                SELECT t.slug, count(*) AS count FROM report_cases AS c JOIN tenants AS t ON t.id = c.tenant_id
                WHERE c.resolved_at IS NULL AND c.act_by <= \(transaction.now) AND t.suspended_at IS NULL
                GROUP BY t.slug ORDER BY t.slug
                """)
            return try rows.map { (try $0["slug"], try $0["count"]) }
        }
    }
}
