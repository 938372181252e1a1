import Foundation

/// Counts the open reports of all tenants, for monitoring. Reports of the same thing count once.
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
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OpenReportRepository($0).counts() }
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
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await OpenReportRepository($0).overdue() }
    }
}
