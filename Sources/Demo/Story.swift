import DavenportAPI
import Foundation

/// A room of the fortnight: its subject, its members and their visits.
struct Story: Sendable {
    let roomID: UUID
    let subject: NewSubject
    /// The subject's length in minutes.
    let minutes: Int
    let host: Friend
    let others: [Friend]
    let made: Ago
    let visits: [Visit]

    /// - Parameter number: determines the room's id, which is the same in every demo.
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

/// A moment of the fortnight, counted back from its end.
struct Ago: Sendable {
    let seconds: TimeInterval

    init(days: Int, hours: Int) {
        seconds = TimeInterval(days * 86_400 + hours * 3600)
    }
}

/// One visit of a friend to a room.
struct Visit: Sendable {
    enum Doing: Sendable {
        /// Watches, comments while watching, and marks it as watched at the end.
        case watching
        /// Reads the new comments and writes comments.
        case reading
    }

    let friend: Friend
    let began: Ago
    let doing: Doing
    let remarks: [ScriptedComment]

    static func watches(_ friend: Friend, daysAgo: Int, hours: Int, _ remarks: ScriptedComment...) -> Self {
        Self(friend: friend, began: Ago(days: daysAgo, hours: hours), doing: .watching, remarks: remarks)
    }

    static func reads(_ friend: Friend, daysAgo: Int, hours: Int, _ remarks: ScriptedComment...) -> Self {
        Self(friend: friend, began: Ago(days: daysAgo, hours: hours), doing: .reading, remarks: remarks)
    }
}

/// A comment: with a timestamp at its head, with a second that the player sent, or with neither.
struct ScriptedComment: Sendable, ExpressibleByStringLiteral {
    let content: String
    /// The second that the player sent; nil if it sent none.
    let playerSeconds: Int?

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

    /// The second of the subject at which the comment is shown.
    var seconds: Int { playerSeconds ?? TimestampText.cut(content)?.seconds ?? 0 }
}
