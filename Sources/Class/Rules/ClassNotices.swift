import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// The notification texts of assignments. They name the person and the task's title, but never what anybody wrote. The
    /// app opens the assignment.
    static let `class` = [
        task(.taskAssigned, .init("%1$@ gave you %2$@", .actor, .thing)),
        task(.taskMessage, .init("%1$@ wrote to you about %2$@", .actor, .thing)),
        task(.taskSubmitted, .init("%1$@ handed in %2$@", .actor, .thing)),
        task(.taskReturned, .init("%1$@ returned %2$@", .actor, .thing)),
        task(.taskDone, .init("%1$@ is finished with %2$@", .actor, .thing)),
        task(.taskDue, .init("%1$@ is due soon", .thing)),
    ]

    private static func task(_ kind: NotificationKind, _ sentence: NoticeText.Sentence) -> NoticeText {
        NoticeText(kind, heading: "Tasks", sentence, idField: "assignmentID")
    }
}

/// The times of notifications about assignments (rules 11).
enum ClassNoticeRules {
    /// The time within which one kind of notification by one person about one assignment is sent once, in seconds.
    static let once: TimeInterval = 10 * 60
    /// The time before an assignment is due at which its student is reminded, in seconds.
    static let reminder: TimeInterval = 24 * 3600
}
