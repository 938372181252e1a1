import DavenportAPI
import Foundation
import Postgres

/// Writes a report with its evidence, and notifies those who may decide it if the thing has no other open report.
/// `CreateReport` uses it for members, and `ReportFilteredText` for the filter.
struct MakeReport {
    let transaction: TenantTransaction

    /// What a report says.
    struct Content {
        let reason: ReportReason
        var note: String?
        var digest: [UInt8] = []
    }

    /// Writes the report.
    /// - Parameters:
    ///   - reporterID: the reporter; nil for the filter.
    ///   - evidence: the query for the comments to copy (`ReportableThings.comments`); nil for none.
    /// - Returns: the number of copied comments.
    /// - Throws: `idTaken` if another report has the id.
    @discardableResult
    func callAsFunction(
        _ id: UUID, of thing: ReportedThing, by reporterID: UUID?, _ content: Content, evidence: SQL? = nil
    ) async throws -> Int {
        let reports = ReportRepository(transaction)
        let caseID = try await reports.lockedCase(id, of: thing)
        try await reports.insert(
            id, in: caseID, of: thing, by: reporterID, reason: content.reason, note: content.note, digest: content.digest)
        let copied = if let evidence { try await reports.copy(evidence, to: id) } else { 0 }
        if caseID == id { try await reports.notifyDeciders(of: id, reportedBy: reporterID) }
        try await transaction.audit(.reportMade, by: reporterID.map { .user($0) } ?? .anybody, on: id)
        return copied
    }
}

/// Finds what a user reports, as they see it.
struct FindReportedThing {
    let transaction: TenantTransaction
    let things: ReportableThings?

    /// Returns the comment.
    /// - Throws: `notFound` if the user doesn't see it.
    func comment(_ id: UUID, for viewerID: UUID) async throws -> ReportedThing {
        guard let things, let row = try await transaction.query(things.comments(transaction, [id], viewerID)).first else {
            throw Problem(.notFound)
        }
        return ReportedThing(kind: .comment, id: id, personID: try row["author_id"])
    }

    /// Returns the room.
    /// - Throws: `notFound` if the user doesn't see it.
    func room(_ id: UUID, for viewerID: UUID) async throws -> ReportedThing {
        guard let things, let row = try await transaction.query(things.room(transaction, id, viewerID)).first else {
            throw Problem(.notFound)
        }
        let creator: UUID = try row["created_by"]
        let isKnown = try await AccountRepository(transaction).stubs([creator]).count == 1
        return ReportedThing(
            kind: .room, id: id, personID: try row["host_id"], roomTitle: try row["title"], roomTitleBy: isKnown ? creator : nil)
    }

    /// Returns the person.
    /// - Throws: `notFound` if the user doesn't see them.
    func person(_ id: UUID, for viewerID: UUID) async throws -> ReportedThing {
        guard let found = try await MemberRepository(transaction).person(id, seenBy: viewerID) else { throw Problem(.notFound) }
        return ReportedThing(kind: .person, id: id, personID: id, username: found.user.username)
    }
}
