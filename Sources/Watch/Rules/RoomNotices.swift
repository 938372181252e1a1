import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// The sentences of notifications about rooms. The app opens the room.
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

/// When people are told of rooms (rules 9).
package enum RoomNoticeRules {
    /// Replies are told so long after the last of them.
    static let repliesPause: TimeInterval = 30 * 60
    /// However many go on to come, replies are told no later than this after the first of them. PostgreSQL knows it as `replies_limit()`,
    /// and a test compares the two.
    package static let repliesLimit: TimeInterval = 3 * 3600
    /// Watched, taken back and watched again within this tells once.
    static let watchedOnce: TimeInterval = 10 * 60
}
