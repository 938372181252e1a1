import DavenportAPI
import Domain
import Foundation

extension [NoticeText] {
    /// The texts of notifications about rooms. A tap on a notification opens the room whose id it has in its field
    /// `roomID`.
    static let watch = [
        NoticeText(.roomCreated, heading: "Rooms", .init("%1$@ opened %2$@ with you", .actor, .thing), idField: "roomID", page: "/rooms/"),
        NoticeText(
            .roomWatched, heading: "Rooms", .init("%1$@ finished %2$@", .actor, .thing),
            variants: [
                "yourTurn": .init("%1$@ finished %2$@. Your turn?", .actor, .thing),
                "everybody": .init("%1$@ finished %2$@. You can talk about all of it now.", .actor, .thing),
            ], idField: "roomID", page: "/rooms/"),
        NoticeText(
            .roomReplies, heading: "Rooms", .init("%1$@ commented on %2$@", .actor, .thing),
            plural: .init("%1$@ left %2$@ comments on %3$@", .actor, .count, .thing), idField: "roomID", page: "/rooms/"),
        NoticeText(
            .roomMentioned, heading: "Rooms", .init("%1$@ mentioned you in %2$@", .actor, .thing),
            variants: ["answered": .init("%1$@ answered you in %2$@", .actor, .thing)], idField: "roomID", page: "/rooms/"),
        NoticeText(
            .roomRequested, heading: "Rooms", .init("%1$@ asks to join %2$@", .actor, .thing), idField: "roomID", page: "/rooms/"),
        NoticeText(
            .roomAccepted, heading: "Rooms", .init("%1$@ let you join %2$@", .actor, .thing), idField: "roomID", page: "/rooms/"),
    ]
}

/// The delays of notifications about rooms (rules 9).
package enum RoomNoticeRules {
    /// The time without another reply after which the notification of replies is sent, in seconds (rule 9.3).
    static let repliesPause: TimeInterval = 30 * 60
    /// The longest time that further replies can delay a notification after its first reply, in seconds (rule 9.3).
    ///
    /// The SQL function `replies_limit()` has the same value. A test compares the two.
    package static let repliesLimit: TimeInterval = 3 * 3600
    /// The time in which a member causes at most one notification that they have watched a certain room, in seconds (rule 9.2).
    static let watchedOnce: TimeInterval = 10 * 60
    /// The time in which a person causes at most one notification that they ask to join a certain room, in seconds
    /// (rule 5.16).
    static let requestedOnce: TimeInterval = 24 * 3600
}
