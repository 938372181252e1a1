import Foundation

/// Why a member reports something.
public struct ReportReason: OpenEnumeration {
    public static let spam = Self(keeping: "spam")
    public static let harassment = Self(keeping: "harassment")
    public static let spoiler = Self(keeping: "spoiler")
    public static let illegal = Self(keeping: "illegal")
    public static let other = Self(keeping: "other")

    public static let allCases = [spam, harassment, spoiler, illegal, other]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// Whether a report waits for a decision.
public struct ReportState: OpenEnumeration {
    public static let open = Self(keeping: "open")
    public static let resolved = Self(keeping: "resolved")

    public static let allCases = [open, resolved]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// What a decision on a report does.
public struct ReportAction: OpenEnumeration {
    /// Nothing happens. This action excludes all others.
    public static let dismiss = Self(keeping: "dismiss")
    /// The reported comment or room is deleted, and nothing else.
    public static let delete = Self(keeping: "delete")
    /// The person concerned gets a warning.
    public static let warn = Self(keeping: "warn")
    /// The person concerned is suspended.
    public static let suspend = Self(keeping: "suspend")
    /// Nobody decided: the person concerned deleted their account. A request can't have this action.
    public static let gone = Self(keeping: "gone")

    public static let allCases = [dismiss, delete, warn, suspend, gone]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A report as those who decide see it.
public struct Report: Codable, Sendable, Equatable {
    public let id: UUID
    /// The reported comment; nil if the report is about a person or a room.
    public let commentID: UUID?
    /// The reported room; nil if the report is about a comment or a person.
    public let roomID: UUID?
    /// The person concerned: the comment's author, the room's host at the time of the report, or the
    /// reported person. Nil if the account is deleted.
    public let person: User?
    public let reason: ReportReason
    /// The reporter's words; nil if there are none, or they are erased.
    public let note: String?
    public let evidence: ReportEvidence
    /// The reporter; nil if the filter reported, or the account is deleted.
    public let reporter: UserStub?
    public let createdAt: Date
    /// The time by which a decision is due: 24 hours after the first of the open reports of the same thing.
    public let actBy: Date
    /// Whether the report is open and `actBy` has passed.
    public let overdue: Bool
    public let state: ReportState
    /// Further open reports of the same thing, oldest first, at most 50. They are decided together with this one.
    public let others: [OtherReport]
    public let earlier: EarlierReports
    /// The notes on all reports that are decided together, oldest first.
    public let notes: [ReportNote]
    /// The decision; nil while the report is open.
    public let resolution: ReportResolution?

    public init(
        id: UUID, commentID: UUID?, roomID: UUID?, person: User?, reason: ReportReason, note: String?, evidence: ReportEvidence,
        reporter: UserStub?, createdAt: Date, actBy: Date, overdue: Bool, state: ReportState, others: [OtherReport],
        earlier: EarlierReports, notes: [ReportNote], resolution: ReportResolution?
    ) {
        (self.id, self.commentID, self.roomID, self.person) = (id, commentID, roomID, person)
        (self.reason, self.note, self.evidence, self.reporter) = (reason, note, evidence, reporter)
        (self.createdAt, self.actBy, self.overdue, self.state) = (createdAt, actBy, overdue, state)
        (self.others, self.earlier, self.notes, self.resolution) = (others, earlier, notes, resolution)
    }
}

/// What was copied with a report. Later edits and deletions don't change it.
public struct ReportEvidence: Codable, Sendable, Equatable {
    /// The reported comment, or those that the reporter named, oldest first.
    public let comments: [ReportedComment]
    /// The title of the reported room; nil if the report is about something else, or the title is erased.
    public let roomTitle: String?
    /// The username of the reported person; nil if the report is about something else, or the name is erased.
    public let username: String?

    public init(comments: [ReportedComment], roomTitle: String? = nil, username: String? = nil) {
        (self.comments, self.roomTitle, self.username) = (comments, roomTitle, username)
    }
}

/// A comment as it was when it was reported.
public struct ReportedComment: Codable, Sendable, Equatable {
    public let id: UUID
    public let number: Int
    public let seconds: Int
    /// The comment's text; nil once it is erased, 90 days after the decision.
    public let content: String?
    /// The quoted lines of the subtitles; nil if there are none.
    public let quote: String?
    /// The author; nil if their account was deleted before the report.
    public let authorID: UUID?
    /// The author's username at the time of the report; nil if there was no author, or once it is erased.
    public let username: String?
    public let createdAt: Date
    public let editedAt: Date?
    /// The comment's pictures; nil if there are none, or once they are erased. Those who decide download them as files.
    public let pictures: [AttachedPicture]?

    public init(
        id: UUID, number: Int, seconds: Int, content: String?, quote: String?, authorID: UUID?, username: String?, createdAt: Date,
        editedAt: Date?, pictures: [AttachedPicture]? = nil
    ) {
        (self.id, self.number, self.seconds, self.content, self.quote) = (id, number, seconds, content, quote)
        (self.authorID, self.username, self.createdAt, self.editedAt) = (authorID, username, createdAt, editedAt)
        self.pictures = pictures
    }
}

/// Another open report of the same thing.
public struct OtherReport: Codable, Sendable, Equatable {
    public let id: UUID
    public let reason: ReportReason
    public let note: String?
    /// The reporter; nil if the filter reported, or the account is deleted.
    public let reporter: UserStub?
    public let createdAt: Date

    public init(id: UUID, reason: ReportReason, note: String?, reporter: UserStub?, createdAt: Date) {
        (self.id, self.reason, self.note, self.reporter, self.createdAt) = (id, reason, note, reporter, createdAt)
    }
}

/// What was decided about the same person before. Reports that were decided together count once.
public struct EarlierReports: Codable, Sendable, Equatable {
    /// The number of decisions on other reports about the person.
    public let reports: Int
    /// The number of those decisions that did more than dismiss.
    public let upheld: Int

    public init(reports: Int, upheld: Int) {
        (self.reports, self.upheld) = (reports, upheld)
    }
}

/// A note by which those who decide inform each other.
public struct ReportNote: Codable, Sendable, Equatable {
    public let id: UUID
    /// The author; nil if the account is deleted.
    public let author: UserStub?
    public let text: String
    public let createdAt: Date

    public init(id: UUID, author: UserStub?, text: String, createdAt: Date) {
        (self.id, self.author, self.text, self.createdAt) = (id, author, text, createdAt)
    }
}

/// The decision on a report, which is final.
public struct ReportResolution: Codable, Sendable, Equatable {
    public let actions: [ReportAction]
    /// The words of the warning; nil if there is nothing.
    public let text: String?
    /// Who decided; nil if an operator did, the account is deleted, or the action is `gone`.
    public let by: UserStub?
    public let at: Date

    public init(actions: [ReportAction], text: String?, by: UserStub?, at: Date) {
        (self.actions, self.text, self.by, self.at) = (actions, text, by, at)
    }
}

/// The receipt of a report. It is all that the reporter ever sees of it.
public struct ReportReceipt: Codable, Sendable, Equatable {
    public let id: UUID
    public let createdAt: Date

    public init(id: UUID, createdAt: Date) {
        (self.id, self.createdAt) = (id, createdAt)
    }
}
