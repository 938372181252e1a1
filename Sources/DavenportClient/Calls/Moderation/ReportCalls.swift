import DavenportAPI
import Foundation

extension DavenportClient {
    /// Report a comment, a person or a room to the people who run the community.
    public var createReport: Call<NewReport, Created<ReportReceipt>> { Call(self, Endpoints.createReport) }
    /// List the reports that you may decide, those due first.
    public var listReports: Call<ReportQuery, Page<Report>> { Call(self, Endpoints.listReports) }
    /// Retrieve a report that you may decide.
    public var showReport: Call<ReportReference, Report> { Call(self, Endpoints.showReport) }
    /// Decide a report, and all other open reports of the same thing.
    public var resolveReport: Call<ReportDecision, Report> { Call(self, Endpoints.resolveReport) }
    /// Add a note on a report for the others who may decide it.
    public var addReportNote: Call<NewReportNote, Report> { Call(self, Endpoints.addReportNote) }
    /// Confirm that you have seen a warning, so that it no longer appears in your account.
    public var deleteWarning: Call<WarningReference, NoContent> { Call(self, Endpoints.deleteWarning) }
}

extension Call where In == ReportReference {
    /// Retrieves a report.
    public func callAsFunction(reportID: UUID) async throws -> Out { try await self(In(reportID: reportID)) }
}

extension Call where In == WarningReference {
    /// Confirms a warning.
    public func callAsFunction(warningID: UUID) async throws -> Out { try await self(In(warningID: warningID)) }
}
