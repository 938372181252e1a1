import DavenportAPI
import Foundation

/// Writes a report with its evidence, and notifies those who may decide it if the thing has no other open report.
/// `createReport` uses it for members, and `ReportFilteredText` for the filter.
struct MakeReport {
    let transaction: TenantTransaction
    let things: ReportableThings?

    /// What a report says.
    struct Content {
        let reason: ReportReason
        var note: String?
        var digest: [UInt8] = []
    }

    /// Writes the report.
    /// - Parameters:
    ///   - reporterID: the reporter; nil for the filter.
    ///   - evidence: the comments to copy; nil for none.
    /// - Returns: the number of copied comments.
    /// - Throws: `idTaken` if another report has the id.
    @discardableResult
    func callAsFunction(
        _ id: UUID, of thing: ReportedThing, by reporterID: UUID?, _ content: Content, evidence: ReportedComments? = nil
    ) async throws -> Int {
        let reports = ReportRepository(transaction)
        let caseID = try await reports.lockedCase(id, of: thing)
        try await reports.insert(
            id, in: caseID, of: thing, by: reporterID, reason: content.reason, note: content.note, digest: content.digest)
        let copied = if let evidence { try await ReportedThingRepository(transaction, things).copy(evidence, to: id) } else { 0 }
        if caseID == id { try await reports.notifyDeciders(of: id, reportedBy: reporterID) }
        try await transaction.audit(.reportMade, by: reporterID.map { .user($0) } ?? .anybody, on: id)
        return copied
    }
}
