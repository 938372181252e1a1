import DavenportAPI
import Foundation

/// A room of the demo: its subject, its members and their visits. All are in the file `stories.json`, which is built into the program.
struct Story: Sendable, Decodable {
    /// The number from which the room's id is made, so that the id is the same in every demo.
    let number: UInt8
    let subject: NewSubject
    /// The length of the show or movie in minutes.
    let minutes: Int
    let host: Friend
    let others: [Friend]
    /// The time at which the room is made, before the fortnight's end.
    let daysAgo: Int
    let hours: Int
    let visits: [Visit]
    /// The English subtitles that the host uploads with the room, as WebVTT; nil for none.
    let subtitles: String?

    static var all: [Story] {
        get throws { try JSONDecoder().decode([Story].self, from: Data(PackageResources.stories_json)) }
    }

    var roomID: UUID { Self.roomID(number) }
    var made: Ago { Ago(days: daysAgo, hours: hours) }

    static func roomID(_ number: UInt8) -> UUID { UUID(uuid: (0x50, 0xFA, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number)) }
}

/// A time within the fortnight, as a number of seconds before the fortnight's end.
struct Ago: Sendable {
    let seconds: TimeInterval

    init(days: Int, hours: Int) {
        seconds = TimeInterval(days * 86_400 + hours * 3600)
    }
}

/// One visit of a friend to a room, with what the friend does there.
struct Visit: Sendable, Decodable {
    enum Doing: String, Sendable, Decodable {
        /// The friend watches, comments while watching, and marks the room as watched at the end.
        case watches
        /// The friend reads the new comments and writes comments.
        case reads
        /// The friend watches up to the minute `upTo` and pauses there, without a word.
        case begins
    }

    let friend: Friend
    let does: Doing
    let daysAgo: Int
    let hours: Int
    let upTo: Int?
    let remarks: [ScriptedComment]?
    /// The emoji with which the friend reacts to the room's last comment.
    let reaction: String?

    var began: Ago { Ago(days: daysAgo, hours: hours) }
}

/// A comment of the demo. It belongs to a second of the show or movie, which is a timestamp at the beginning of its
/// text or was sent by the player. Without either, it belongs to the general thread.
struct ScriptedComment: Sendable, Decodable {
    let content: String
    /// The second that the player sent; nil if the player sent none.
    let seconds: Int?
    /// The line of the show or movie that the comment is about.
    let quote: String?
    /// Whether it answers the room's last comment; nil if it doesn't.
    let answers: Bool?
    /// The alternative text of the drawing that the comment has; nil if it has none.
    let drawing: String?

    /// The second of the show or movie at which clients show the comment.
    var shownAt: Int { seconds ?? TimestampText.cut(content)?.seconds ?? 0 }
}
