import DavenportAPI
import Foundation

/// What happened in a tenant, for its operator.
public struct ListAudit: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameters:
    ///   - tenantID: also of a tenant that was deleted.
    ///   - limit: at most so many, within `AuditPage.sizes`.
    /// - Returns: the latest first.
    /// - Throws: `invalid` naming `limit`.
    public func callAsFunction(_ tenantID: UUID, limit: Int) async throws -> [AuditEntry] {
        let sizes = AuditPage.sizes
        guard sizes.contains(limit) else {
            throw Problem.invalid("limit", .outOfRange, "must be from \(sizes.words)")
        }
        return try await database.transaction(in: tenantID, .singleRoundTrip) { try await AuditRepository($0).list(limit: limit) }
    }
}

/// One thing that happened.
public struct AuditEntry: Codable, Sendable, Equatable {
    public let at: Date
    /// An `AuditEvent`, or one of a version to come.
    public let event: String
    /// `user`, `operator` or `anybody`.
    public let actor: String
    public let actorID: UUID?
    /// Whom or what it was done to, where it isn't the actor or the tenant.
    public let subjectID: UUID?
    public let detail: String?
}
