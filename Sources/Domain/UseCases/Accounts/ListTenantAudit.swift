import DavenportAPI
import Foundation

extension UseCases {
    /// Lets an operator list the entries of a tenant's audit log.
    ///
    /// Returns the latest entries, latest first. Unlike users, operators get log-ins, failures, and entries about every
    /// report.
    /// - Parameters:
    ///   - tenantID: the id of the tenant, which may have been deleted.
    ///   - limit: the maximum number of entries, within `AuditPage.sizes`.
    /// - Throws: `invalid`, naming `limit`, if it is out of range.
    public func listTenantAudit(_ tenantID: UUID, limit: Int) async throws -> [AuditEntry] {
        let sizes = AuditPage.sizes
        guard sizes.contains(limit) else {
            throw Problem.invalid("limit", .outOfRange, "must be from \(sizes.words)")
        }
        return try await database.transaction(in: tenantID, .singleRoundTrip) { try await AuditRepository($0).list(limit: limit) }
    }
}
