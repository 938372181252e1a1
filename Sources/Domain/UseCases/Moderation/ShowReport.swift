import DavenportAPI

extension UseCases {
    /// Shows a report to somebody who may decide it.
    public func showReport(_ caller: Caller, _ input: ReportReference) async throws -> Report {
        try await database.transaction(for: caller) { transaction in
            try await ReportRepository(transaction).eraseOld()
            guard let report = try await ReportListRepository(transaction, for: .member(caller.userID)).report(input.reportID) else {
                throw Problem(.notFound)
            }
            return report
        }
    }
}
