import DavenportAPI
import Foundation

extension UseCases {
    /// Lists the audit log of the caller's tenant for its admins and owners, newest entries first.
    public func listAudit(_ caller: Caller, _ input: AuditQuery) async throws -> Page<AuditEntry> {
        let after = try Cursor(input.after, parts: 2).map { (at: try $0.date(0), id: try $0.uuid(1)) }
        let entries = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await AuditRepository(transaction).list(seenBy: caller.userID, event: input.event, after: after, limit: input.limit + 1)
        }
        return Page(entries, limit: input.limit) { Cursor([Cursor.part($0.at), $0.id.lowercased]) }
    }
}
