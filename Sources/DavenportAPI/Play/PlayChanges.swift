import Foundation

/// What has changed of the daily challenges, and of the own ones that one is in.
public struct ChallengeChanges: Codable, Sendable, Equatable {
    /// Each to be put in the place of the one with its id.
    public let items: [ChallengeOutline]
    /// Challenges that one isn't in any more, or that are gone. Today nobody leaves one but with their account.
    public let removed: [UUID]

    public init(items: [ChallengeOutline], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

/// A challenge without what others make of it, which changes whenever somebody plays: how many have played, and ranks.
public struct ChallengeOutline: Codable, Sendable, Equatable {
    public let id: UUID
    public let kind: ChallengeKind
    public let mode: PlayMode
    public let language: String
    /// Of a daily one.
    public let day: CalendarDate?
    /// Of an own one: left out once their account is gone, and to those to whom they are nameless.
    public let maker: UserStub?
    /// Of an own one: lets others in.
    public let code: String?
    public let startsAt: Date
    /// From then on nobody can start it.
    public let endsAt: Date

    public init(
        id: UUID, kind: ChallengeKind, mode: PlayMode, language: String, day: CalendarDate?, maker: UserStub?, code: String?,
        startsAt: Date, endsAt: Date
    ) {
        (self.id, self.kind, self.mode, self.language) = (id, kind, mode, language)
        (self.day, self.maker, self.code, self.startsAt, self.endsAt) = (day, maker, code, startsAt, endsAt)
    }
}

/// What has changed of one's own plays.
public struct PlayChanges: Codable, Sendable, Equatable {
    /// Each to be put in the place of the one with its id.
    public let items: [PlayOutline]
    /// Plays that are gone. Today they go with the account alone: one that is struck stays with its player.
    public let removed: [UUID]

    public init(items: [PlayOutline], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

/// A play of one's own, without its rank and what only the moment says.
public struct PlayOutline: Codable, Sendable, Equatable {
    public let id: UUID
    public let challengeID: UUID
    public let mode: PlayMode
    public let startedAt: Date
    public let endsAt: Date
    /// From then on it is over, whether that has been told or not.
    public let closesAt: Date
    /// Whether it is finished or struck, or its time is over and what the network was given for it.
    public let over: Bool
    public let overAt: Date?
    /// Of the 81 faces by number.
    public let letters: String
    public let language: String
    public let moves: [PlayedMove]
    public let score: Int
    /// True where it counts nowhere any more, since somebody who runs the community struck it; nil otherwise.
    public let struck: Bool?

    public init(
        id: UUID, challengeID: UUID, mode: PlayMode, startedAt: Date, endsAt: Date, closesAt: Date, over: Bool, overAt: Date?,
        letters: String, language: String, moves: [PlayedMove], score: Int, struck: Bool?
    ) {
        (self.id, self.challengeID, self.mode) = (id, challengeID, mode)
        (self.startedAt, self.endsAt, self.closesAt, self.over, self.overAt) = (startedAt, endsAt, closesAt, over, overAt)
        (self.letters, self.language, self.moves, self.score, self.struck) = (letters, language, moves, score, struck)
    }
}
