import DavenportAPI
import Foundation

/// Lets an operator list the entries of a tenant's audit log.
public struct ListAudit: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Returns the latest entries, latest first.
    /// - Parameters:
    ///   - tenantID: the id of the tenant, which may have been deleted.
    ///   - limit: the maximum number of entries, within `AuditPage.sizes`.
    /// - Throws: `invalid`, naming `limit`, if it is out of range.
    public func callAsFunction(_ tenantID: UUID, limit: Int) async throws -> [AuditEntry] {
        let sizes = AuditPage.sizes
        guard sizes.contains(limit) else {
            throw Problem.invalid("limit", .outOfRange, "must be from \(sizes.words)")
        }
        return try await database.transaction(in: tenantID, .singleRoundTrip) { try await AuditRepository($0).list(limit: limit) }
    }
}

/// An entry of the audit log.
public struct AuditEntry: Codable, Sendable, Equatable {
    public let at: Date
    /// The name of an `AuditEvent`. A later version of the program may have written names that this one doesn't know.
    public let event: String
    /// The actor: `user`, `operator` or `anybody`.
    public let actor: String
    public let actorID: UUID?
    /// The id of the user or thing that the event is about; nil if it is the actor or the tenant.
    public let subjectID: UUID?
    public let detail: String?
}
