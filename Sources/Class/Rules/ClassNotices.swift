import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// What is told of assignments: who did it and what the task is called, and nothing of what was said. The app opens the assignment.
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

/// When people are told of assignments (rules 11).
enum ClassNoticeRules {
    /// The same of one person, about one assignment, is told once in this time.
    static let once: TimeInterval = 10 * 60
    /// A student is reminded so long before an assignment is due.
    static let reminder: TimeInterval = 24 * 3600
}
