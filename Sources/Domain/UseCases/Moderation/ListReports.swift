import DavenportAPI
import Foundation

extension UseCases {
    /// Lists the reports that the caller may decide, those due first.
    public func listReports(_ caller: Caller, _ input: ReportQuery) async throws -> Page<Report> {
        let after = try Cursor(input.after, parts: 2).map { (actBy: try $0.date(0), id: try $0.uuid(1)) }
        let reports = try await database.transaction(for: caller) { transaction in
            try await ReportRepository(transaction).eraseOld()
            return try await ReportListRepository(transaction, for: .member(caller.userID)).list(
                input.state, after: after, limit: input.limit + 1)
        }
        return Page(reports, limit: input.limit) { Cursor([Cursor.part($0.actBy), $0.id.lowercased]) }
    }
}
