import DavenportAPI
import Foundation

/// Reports what has a filtered word, without a reporter, if the tenant's filter takes such texts (rules 24). It runs in
/// the transaction that writes the text, after the text.
package struct ReportFilteredText {
    private let transaction: TenantTransaction
    private let things: ReportableThings?

    /// Creates the use case.
    /// - Parameter areas: all areas of the program, of which one declares what can be reported.
    package init(_ transaction: TenantTransaction, areas: [Area]) {
        self.transaction = transaction
        things = areas.reportableThings
    }

    /// Reports a comment that its author has just written or changed.
    /// - Parameter filtered: the fields that have a filtered word. Without one, nothing is reported.
    /// - Throws: `invalid`, naming these fields, if the author has used up their share of such reports (rule 24.22).
    package func comment(_ id: UUID, by authorID: UUID, _ filtered: FilteredFields) async throws {
        guard !filtered.isEmpty else { return }
        let thing = try await ReportedThingRepository(transaction, things).comment(id, for: authorID)
        try await report(thing, by: authorID, filtered, hasEvidence: true)
    }

    /// Reports a room that its host has just created.
    /// - Throws: as for a comment.
    package func room(_ id: UUID, by hostID: UUID, _ filtered: FilteredFields) async throws {
        guard !filtered.isEmpty else { return }
        try await report(try await ReportedThingRepository(transaction, things).room(id, for: hostID), by: hostID, filtered)
    }

    /// Reports a room that its host has just created, and whose report `takeShare` has counted.
    package func countedRoom(_ id: UUID, by hostID: UUID) async throws {
        try await make(try await ReportedThingRepository(transaction, things).room(id, for: hostID), by: hostID)
    }

    /// Reports a user who has just chosen a username or a name.
    /// - Throws: as for a comment.
    func person(_ me: Me, _ filtered: FilteredFields) async throws {
        guard !filtered.isEmpty else { return }
        try await report(ReportedThing(kind: .person, id: me.id, personID: me.id, username: me.username), by: me.id, filtered)
    }

    /// Counts a report against an author's share of the day.
    /// - Returns: false if the share is used up, so that the text must be refused.
    package func takeShare(of authorID: UUID) async throws -> Bool {
        do {
            try await SpendAllowance(transaction: transaction)(.filterReports, of: authorID)
            return true
        } catch let problem as Problem where problem.code == .tooManyRequests {
            // Nothing was counted, so the transaction may go on.
            return false
        }
    }

    private func report(_ thing: ReportedThing, by authorID: UUID, _ filtered: FilteredFields, hasEvidence: Bool = false) async throws {
        guard try await ReportRepository(transaction).open(of: thing.id, by: nil) == nil else { return }
        guard try await takeShare(of: authorID) else { throw Problem.invalid(filtered.faults) }
        try await make(thing, by: authorID, hasEvidence: hasEvidence)
    }

    private func make(_ thing: ReportedThing, by authorID: UUID, hasEvidence: Bool = false) async throws {
        try await MakeReport(transaction: transaction, things: things)(
            .version7(at: transaction.now), of: thing, by: nil, .init(reason: .other),
            evidence: hasEvidence ? ReportedComments(ids: [thing.id], viewerID: authorID) : nil)
    }
}
