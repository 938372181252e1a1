import DavenportAPI
import Foundation

/// Lets an operator read and decide the reports of a tenant, also those that nobody in the tenant may see.
public struct TenantReports: Sendable {
    private let database: Database
    private let areas: [Area]

    public init(_ useCases: UseCases) {
        database = useCases.database
        areas = useCases.areas
    }

    /// The maximum number of reports that `open` returns.
    public static let limit = 1000

    /// Returns the open reports of a tenant, those due first.
    /// - Parameter overdue: whether only those are returned that are overdue.
    public func open(of tenant: Tenant, overdue: Bool = false) async throws -> [Report] {
        try await database.transaction(in: tenant.id) {
            try await ReportListRepository($0, for: .operator).list(.open, overdue: overdue, after: nil, limit: Self.limit)
        }
    }

    /// Returns a report of a tenant; nil if the tenant has none with this id.
    public func report(_ id: UUID, of tenant: Tenant) async throws -> Report? {
        try await database.transaction(in: tenant.id) { try await ReportListRepository($0, for: .operator).report(id) }
    }

    /// Decides a report, and all other open reports of the same thing.
    /// - Returns: the resolved report.
    /// - Throws: `notFound` if the tenant has no such report; `reportResolved` if it is resolved already; `invalid` if an
    ///   action doesn't fit the report; `lastOwner` if the tenant would lose its last owner.
    public func resolve(_ decision: ReportDecision, of tenant: Tenant) async throws -> Report {
        try await database.transaction(in: tenant.id) { transaction in
            try await DecideReport(transaction: transaction, decider: .operator, things: areas.reportableThings)(decision)
        }
    }
}
