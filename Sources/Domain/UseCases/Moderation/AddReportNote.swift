import DavenportAPI
import Foundation

extension UseCases {
    /// Adds a note on a report, and on all reports that are decided together with it. Notes are never changed.
    public func addReportNote(_ caller: Caller, _ input: NewReportNote) async throws -> Report {
        try await database.transaction(for: caller) { transaction in
            let decider = Decider.member(caller.userID)
            let decisions = ReportDecisionRepository(transaction, by: decider)
            guard let found = try await decisions.found(input.reportID, locked: true) else { throw Problem(.notFound) }
            try await decisions.insertNote(.version7(at: transaction.now), on: found.id, input.text)
            try await transaction.audit(.reportNoted, by: decider.actor, on: input.reportID)
            guard let report = try await ReportListRepository(transaction, for: decider).report(input.reportID) else {
                throw Problem(.notFound)
            }
            return report
        }
    }
}
