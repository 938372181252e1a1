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
    package func comment(_ id: UUID, by authorID: UUID) async throws {
        let thing = try await ReportedThingRepository(transaction, things).comment(id, for: authorID)
        try await report(thing, evidenceFor: authorID)
    }

    /// Reports a room that its host has just created.
    package func room(_ id: UUID, by hostID: UUID) async throws {
        try await report(try await ReportedThingRepository(transaction, things).room(id, for: hostID))
    }

    /// Reports a user who has just chosen a username or a name.
    func person(_ me: Me) async throws {
        try await report(ReportedThing(kind: .person, id: me.id, personID: me.id, username: me.username))
    }

    private func report(_ thing: ReportedThing, evidenceFor authorID: UUID? = nil) async throws {
        guard try await ReportRepository(transaction).open(of: thing.id, by: nil) == nil else { return }
        try await MakeReport(transaction: transaction, things: things)(
            .version7(at: transaction.now), of: thing, by: nil, .init(reason: .other),
            evidence: authorID.map { ReportedComments(ids: [thing.id], viewerID: $0) })
    }
}
