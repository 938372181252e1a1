import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// The texts of notifications about rooms. The app opens the room.
    static let watch = [
        NoticeText(.roomCreated, heading: "Rooms", .init("%1$@ opened %2$@ with you", .actor, .thing), idField: "roomID"),
        NoticeText(
            .roomWatched, heading: "Rooms", .init("%1$@ finished %2$@", .actor, .thing),
            variants: [
                "yourTurn": .init("%1$@ finished %2$@. Your turn?", .actor, .thing),
                "everybody": .init("%1$@ finished %2$@. You can talk about all of it now.", .actor, .thing),
            ], idField: "roomID"),
        NoticeText(
            .roomReplies, heading: "Rooms", .init("%1$@ commented on %2$@", .actor, .thing),
            plural: .init("%1$@ left %2$@ comments on %3$@", .actor, .count, .thing), idField: "roomID"),
    ]
}

/// The delays of notifications about rooms (rules 9).
package enum RoomNoticeRules {
    /// The time between the last reply and the notification of replies, in seconds.
    static let repliesPause: TimeInterval = 30 * 60
    /// The longest time between the first reply and the notification, in seconds, however many replies follow. SQL has it
    /// as `replies_limit()`, and a test compares the two.
    package static let repliesLimit: TimeInterval = 3 * 3600
    /// The time within which watching again after taking the mark back doesn't notify again, in seconds.
    static let watchedOnce: TimeInterval = 10 * 60
}
