import DavenportAPI
import Foundation

/// A room of the demo: its subject, its members and their visits.
struct Story: Sendable {
    let roomID: UUID
    let subject: NewSubject
    /// The length of the show or movie in minutes.
    let minutes: Int
    let host: Friend
    let others: [Friend]
    let made: Ago
    let visits: [Visit]
    /// The English subtitles that the host uploads with the room, as WebVTT; nil for none.
    private(set) var subtitles: String?

    /// Returns the same room with English subtitles.
    func subtitled(_ file: String) -> Self {
        var story = self
        story.subtitles = file
        return story
    }

    /// Describes a room.
    /// - Parameter number: the number from which the room's id is made, so that the id is the same in every demo.
    init(
        _ number: UInt8, _ subject: NewSubject, minutes: Int, by host: Friend, with others: [Friend], daysAgo: Int, hours: Int,
        _ visits: [Visit]
    ) {
        roomID = UUID(uuid: (0x50, 0xFA, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
        self.subject = subject
        self.minutes = minutes
        self.host = host
        self.others = others
        made = Ago(days: daysAgo, hours: hours)
        self.visits = visits
    }
}

/// A time within the fortnight, as a number of seconds before the fortnight's end.
struct Ago: Sendable {
    let seconds: TimeInterval

    init(days: Int, hours: Int) {
        seconds = TimeInterval(days * 86_400 + hours * 3600)
    }
}

/// One visit of a friend to a room, with what the friend does there.
struct Visit: Sendable {
    enum Doing: Sendable {
        /// The friend watches, comments while watching, and marks the room as watched at the end.
        case watching
        /// The friend reads the new comments and writes comments.
        case reading
        /// The friend watches up to this minute and pauses there, without a word.
        case beginning(minute: Int)
    }

    let friend: Friend
    let began: Ago
    let doing: Doing
    let remarks: [ScriptedComment]
    /// The emoji with which the friend reacts to the room's last comment.
    var reaction: String?

    static func watches(_ friend: Friend, daysAgo: Int, hours: Int, _ remarks: ScriptedComment...) -> Self {
        Self(friend: friend, began: Ago(days: daysAgo, hours: hours), doing: .watching, remarks: remarks)
    }

    static func reads(_ friend: Friend, daysAgo: Int, hours: Int, _ remarks: ScriptedComment...) -> Self {
        Self(friend: friend, began: Ago(days: daysAgo, hours: hours), doing: .reading, remarks: remarks)
    }

    /// The same visit, at whose end the friend reacts to the room's last comment.
    func reacting(_ emoji: String) -> Self {
        var visit = self
        visit.reaction = emoji
        return visit
    }

    static func begins(_ friend: Friend, hoursAgo: Int, upTo minute: Int) -> Self {
        Self(friend: friend, began: Ago(days: 0, hours: hoursAgo), doing: .beginning(minute: minute), remarks: [])
    }
}

/// A comment of the demo. It belongs to a second of the show or movie, which is a timestamp at the beginning of its
/// text or was sent by the player. Without either, it belongs to the general thread.
struct ScriptedComment: Sendable, ExpressibleByStringLiteral {
    let content: String
    /// The second that the player sent; nil if the player sent none.
    let playerSeconds: Int?
    /// The line of the show or movie that the comment is about.
    var quote: String?

    init(stringLiteral content: String) {
        self.content = content
        playerSeconds = nil
    }

    private init(content: String, playerSeconds: Int) {
        self.content = content
        self.playerSeconds = playerSeconds
    }

    static func at(_ minute: Int, _ second: Int, _ content: String) -> Self {
        Self(content: content, playerSeconds: minute * 60 + second)
    }

    /// The same comment about a line of the show or movie.
    func quoting(_ line: String) -> Self {
        var comment = self
        comment.quote = line
        return comment
    }

    /// The second of the show or movie at which clients show the comment.
    var seconds: Int { playerSeconds ?? TimestampText.cut(content)?.seconds ?? 0 }
}
