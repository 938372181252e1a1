import DavenportAPI
import Foundation

/// Lists the entries of a tenant's audit log. It serves operators.
public struct ListAudit: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Returns the latest entries, latest first.
    /// - Parameters:
    ///   - tenantID: the tenant's id, which may be that of a deleted tenant.
    ///   - limit: the maximum number of entries, within `AuditPage.sizes`.
    /// - Throws: `invalid` naming `limit`.
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
    /// The name of an `AuditEvent`, or of an event that a later version has added.
    public let event: String
    /// `user`, `operator` or `anybody`.
    public let actor: String
    public let actorID: UUID?
    /// The user or thing that the event concerns, if it isn't the actor or the tenant.
    public let subjectID: UUID?
    public let detail: String?
}
