import Foundation

/// What a decision on a report tells the person concerned. It doesn't say who decided or reported.
public struct Warning: Codable, Sendable, Equatable {
    /// What happened.
    public struct Kind: OpenEnumeration {
        /// Somebody who decides warned the person.
        public static let warned = Self(keeping: "warned")
        /// A comment or a room of the person was deleted.
        public static let deleted = Self(keeping: "deleted")

        public static let allCases = [warned, deleted]

        public let rawValue: String

        public init(keeping text: String) { rawValue = text }
    }

    public let id: UUID
    public let kind: Kind
    /// The reason of the report.
    public let reason: ReportReason
    /// The words of the warning; nil if there are none.
    public let text: String?
    public let at: Date

    public init(id: UUID, kind: Kind, reason: ReportReason, text: String?, at: Date) {
        (self.id, self.kind, self.reason, self.text, self.at) = (id, kind, reason, text, at)
    }
}

/// A reference to one of the caller's warnings.
public struct WarningReference: Input {
    public let warningID: UUID

    public init(warningID: UUID) {
        self.warningID = warningID
    }

    public init(_ fields: inout Fields) {
        warningID = fields.required("warningID", .uuid)
    }
}

extension Endpoints {
    public static let deleteWarning = Endpoint<WarningReference, NoContent>(
        "deleteWarning", .delete, "/me/warnings/{warningID}", .user, success: 204,
        summary: "Confirm that you have seen a warning, so that it no longer appears in your account.")
}
