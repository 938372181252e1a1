import Foundation

/// The changes of challenges since the client's cursor: of the daily ones, and of members' own ones that the caller
/// takes part in.
public struct ChallengeChanges: Codable, Sendable, Equatable {
    /// The changed challenges. The client inserts each one, or replaces the challenge with the same id.
    public let items: [ChallengeOutline]
    /// The ids of challenges that were deleted or that the caller no longer takes part in. At present this happens only
    /// if an account is deleted.
    public let removed: [UUID]

    public init(items: [ChallengeOutline], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

/// A challenge without its number of plays and without ranks, because these change whenever somebody plays.
public struct ChallengeOutline: Codable, Sendable, Equatable {
    public let id: UUID
    public let kind: ChallengeKind
    public let mode: PlayMode
    public let language: String
    /// The day of a daily challenge; nil for a member's own challenge.
    public let day: CalendarDate?
    /// The member who created an own challenge. It is nil for a daily challenge, if the account was deleted, and if the
    /// maker's name is hidden from the caller (rule 12.19).
    public let maker: UserStub?
    /// The code with which people join a member's own challenge; nil for a daily challenge.
    public let code: String?
    public let startsAt: Date
    /// The time at which the challenge ends. After this time, nobody can start the challenge.
    public let endsAt: Date

    public init(
        id: UUID, kind: ChallengeKind, mode: PlayMode, language: String, day: CalendarDate?, maker: UserStub?, code: String?,
        startsAt: Date, endsAt: Date
    ) {
        (self.id, self.kind, self.mode, self.language) = (id, kind, mode, language)
        (self.day, self.maker, self.code, self.startsAt, self.endsAt) = (day, maker, code, startsAt, endsAt)
    }
}

/// The changes of the caller's own plays since the client's cursor.
public struct PlayChanges: Codable, Sendable, Equatable {
    /// The changed plays. The client inserts each one, or replaces the play with the same id.
    public let items: [PlayOutline]
    /// The ids of deleted plays. At present, plays are deleted only together with the account. A play that an admin
    /// struck isn't deleted and stays in its player's list.
    public let removed: [UUID]

    public init(items: [PlayOutline], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

/// A play of the caller, without its rank and the values that change with the current time.
public struct PlayOutline: Codable, Sendable, Equatable {
    public let id: UUID
    public let challengeID: UUID
    public let mode: PlayMode
    public let startedAt: Date
    public let endsAt: Date
    /// The time from which the play is over, even if the client has received no change that says so.
    public let closesAt: Date
    /// Whether the play is over: it was finished or struck, or its time has ended and the 15 seconds for slow networks
    /// have passed.
    public let over: Bool
    public let overAt: Date?
    /// The letters of the 81 faces, by face number.
    public let letters: String
    public let language: String
    public let moves: [PlayedMove]
    public let score: Int
    /// True if an admin or owner of the community struck the play, so that it no longer counts; nil otherwise.
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

extension ChangesPart<ChallengeChanges> {
    /// The daily challenges and the caller's own ones.
    public static var challenges: Self { .collection("challenges") }
}

extension ChangesPart<PlayChanges> {
    /// The caller's own plays.
    public static var plays: Self { .collection("plays") }
}

extension Changes {
    /// The changed challenges.
    public var challenges: ChallengeChanges? {
        get { self[.challenges] }
        set { self[.challenges] = newValue }
    }

    /// The caller's own changed plays. Apply them after the challenges.
    public var plays: PlayChanges? {
        get { self[.plays] }
        set { self[.plays] = newValue }
    }
}
