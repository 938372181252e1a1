import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// The texts of notifications about assignments. They name the person and the task's title, but never contain what
    /// anybody wrote. A tap on a notification opens the assignment.
    static let `class` = [
        task(.taskAssigned, .init("%1$@ gave you %2$@", .actor, .thing)),
        task(.taskMessage, .init("%1$@ wrote to you about %2$@", .actor, .thing)),
        task(.taskSubmitted, .init("%1$@ handed in %2$@", .actor, .thing)),
        task(.taskReturned, .init("%1$@ returned %2$@", .actor, .thing)),
        task(.taskDone, .init("%1$@ is finished with %2$@", .actor, .thing)),
        task(.taskDue, .init("%1$@ is due soon", .thing)),
    ]

    private static func task(_ kind: NotificationKind, _ sentence: NoticeText.Sentence) -> NoticeText {
        NoticeText(kind, heading: "Tasks", sentence, idField: "assignmentID", page: "/assignments/")
    }
}

/// The times at which notifications about assignments are sent (rules 11).
enum ClassNoticeRules {
    /// The time within which a user causes at most one notification of the same kind about the same assignment, in seconds
    /// (rule 11.42).
    static let once: TimeInterval = 10 * 60
    /// The time between the reminder of an assignment and its due time, in seconds (rule 11.43).
    static let reminder: TimeInterval = 24 * 3600
}
