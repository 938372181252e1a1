import Foundation

/// The data of a new report. It is about exactly one thing: a comment, a person or a room.
public struct NewReport: IdentifiedInput {
    /// A UUID that the client chooses, so that a retry creates nothing twice. If it is nil, the server chooses one.
    public var id: UUID?
    /// The reported comment.
    public let commentID: UUID?
    /// The reported person.
    public let userID: UUID?
    /// The reported room.
    public let roomID: UUID?
    public let reason: ReportReason
    /// The reporter's words: 1 to 1,000 characters; nil for none.
    public let note: String?
    /// Up to 10 comments as evidence against a person or a room; empty in the report of a comment. Those against a room
    /// are in that room.
    public let commentIDs: [UUID]

    /// The maximum number of comments as evidence.
    package static let comments = 10

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        id: UUID? = nil, commentID: UUID? = nil, userID: UUID? = nil, roomID: UUID? = nil, reason: ReportReason, note: String? = nil,
        commentIDs: [UUID] = []
    ) {
        (self.id, self.commentID, self.userID, self.roomID) = (id, commentID, userID, roomID)
        (self.reason, self.note, self.commentIDs) = (reason, note, commentIDs)
    }

    public init(_ fields: inout Fields) {
        id = fields.optional("id", .uuid)
        commentID = fields.optional("commentID", .uuid)
        userID = fields.optional("userID", .uuid)
        roomID = fields.optional("roomID", .uuid)
        reason = fields.required("reason", .oneOf(ReportReason.self, placeholder: .other))
        note = fields.optional("note", .reportNote)
        commentIDs = fields.optional("commentIDs", .uuids(upTo: Self.comments), default: [])
        guard !fields.hasFaults else { return }
        let things = [("commentID", commentID), ("userID", userID), ("roomID", roomID)].filter { $0.1 != nil }.map(\.0)
        if things.isEmpty { fields.record("commentID", .missing, "is required, or userID or roomID instead") }
        for name in things.dropFirst() { fields.record(name, .notAllowed, "must be missing beside \(things[0])") }
        if commentID != nil, !commentIDs.isEmpty { fields.record("commentIDs", .notAllowed, "must be empty beside commentID") }
    }
}

/// A filter and a position in the list of reports.
public struct ReportQuery: PagedInput {
    /// The state of the listed reports; nil for all.
    public let state: ReportState?
    public var after: String?
    /// The maximum number of reports on the page: 1 to 100.
    public let limit: Int

    public init(state: ReportState? = nil, after: String? = nil, limit: Int = PageQuery.usual) {
        (self.state, self.after, self.limit) = (state, after, limit)
    }

    public init(_ fields: inout Fields) {
        state = fields.optional("state", .oneOf(ReportState.self, placeholder: .open))
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// A reference to a report.
public struct ReportReference: Input {
    public let reportID: UUID

    public init(reportID: UUID) {
        self.reportID = reportID
    }

    public init(_ fields: inout Fields) {
        reportID = fields.required("reportID", .uuid)
    }
}

/// A decision on a report, and on all other open reports of the same thing.
public struct ReportDecision: Input {
    public let reportID: UUID
    /// `dismiss` alone, or one or more of `delete`, `warn` and `suspend`.
    public let actions: [ReportAction]
    /// The words of the warning: 1 to 500 characters; nil for nothing. It requires `warn`.
    public let text: String?
    /// The end of the suspension, 1 hour to 365 days from now; nil for none. It requires `suspend`.
    public let until: Date?

    /// Creates the input without checking it; the server enforces the limits.
    public init(reportID: UUID, actions: [ReportAction], text: String? = nil, until: Date? = nil) {
        (self.reportID, self.actions, self.text, self.until) = (reportID, actions, text, until)
    }

    public init(_ fields: inout Fields) {
        reportID = fields.required("reportID", .uuid)
        actions = fields.required("actions", .anyOf([.dismiss, .delete, .warn, .suspend], atLeast: 1))
        text = fields.optional("text", .warningText)
        until = fields.optional("until", .timestamp)
        guard !fields.hasFaults else { return }
        if actions.count > 1, actions.contains(.dismiss) { fields.record("actions", .notAllowed, "may hold dismiss only alone") }
        if text != nil, !actions.contains(.warn) { fields.record("text", .notAllowed, "requires the action warn") }
        if until != nil, !actions.contains(.suspend) { fields.record("until", .notAllowed, "requires the action suspend") }
    }
}

/// A new note on a report.
public struct NewReportNote: Input {
    public let reportID: UUID
    /// The note: 1 to 1,000 characters.
    public let text: String

    /// Creates the input without checking it; the server enforces the limits.
    public init(reportID: UUID, text: String) {
        (self.reportID, self.text) = (reportID, text)
    }

    public init(_ fields: inout Fields) {
        reportID = fields.required("reportID", .uuid)
        text = fields.required("text", .reportNote)
    }
}

extension FieldType<String> {
    package static var reportNote: Self { text(1...1000, lines: true) }
    package static var warningText: Self { text(1...500, lines: true) }
}

extension Endpoints {
    static let reports: [any EndpointDeclaration] = [createReport, listReports, showReport, resolveReport, addReportNote, deleteWarning]

    public static let createReport = Endpoint<NewReport, Created<ReportReceipt>>(
        "createReport", .post, "/reports", .user, success: 201, errors: [.notFound, .idTaken, .tooManyRequests],
        summary: "Report a comment, a person or a room to the people who run the community.",
        details: """
            What is reported is copied with the report. Only those who decide learn who reported. If you have an open report of the same \
            thing, the server returns it, with status 200.
            """)
    public static let listReports = Endpoint<ReportQuery, Page<Report>>(
        "listReports", .get, "/reports", .roles([.admin, .owner]),
        summary: "List the reports that you may decide, those due first.",
        details: "Only owners see reports about admins and owners, and nobody sees a report about themselves.")
    public static let showReport = Endpoint<ReportReference, Report>(
        "showReport", .get, "/reports/{reportID}", .roles([.admin, .owner]), summary: "Retrieve a report that you may decide.")
    public static let resolveReport = Endpoint<ReportDecision, Report>(
        "resolveReport", .post, "/reports/{reportID}/resolution", .roles([.admin, .owner]), errors: [.reportResolved, .lastOwner],
        summary: "Decide a report, and all other open reports of the same thing.",
        details: "The decision is final. The deleted comment or room may be one that you aren't in.")
    public static let addReportNote = Endpoint<NewReportNote, Report>(
        "addReportNote", .post, "/reports/{reportID}/notes", .roles([.admin, .owner]), success: 201,
        summary: "Add a note on a report for the others who may decide it.")
}
