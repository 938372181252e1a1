import DavenportAPI
import Foundation

extension Call where In == ReportReference {
    /// Retrieves a report.
    public func callAsFunction(reportID: UUID) async throws -> Out { try await self(In(reportID: reportID)) }
}

extension Call where In == WarningReference {
    /// Confirms a warning.
    public func callAsFunction(warningID: UUID) async throws -> Out { try await self(In(warningID: warningID)) }
}
