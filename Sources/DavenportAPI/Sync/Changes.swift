import Foundation

/// What differs from what somebody was told before, or everything where nothing was (rules 13). Applied twice, late, or in another order
/// of pages, it leads to the same copy.
///
/// Of *collections*, such as rooms, what has changed is told item by item; each item is whole, and as it is when the page is read.
/// *Documents* are small and told whole, where they differ. What a community doesn't use is left out.
public struct Changes: Codable, Sendable, RetryingAnswer {
    /// The server's time.
    public let now: Date
    /// What is asked with next time as `since`, also where nothing has changed: opaque, at most 1,000 characters.
    public package(set) var next: String
    /// Whether there is more by now, so that it is worth asking at once. Where it is false, everything has been told.
    public package(set) var more: Bool
    public var rooms: RoomChanges?
    /// To be applied after the rooms.
    public var comments: CommentChanges?
    public var assignments: AssignmentChanges?
    /// To be applied after the assignments.
    public var entries: EntryChanges?
    public var challenges: ChallengeChanges?
    /// One's own; to be applied after the challenges.
    public var plays: PlayChanges?
    /// As `GET /me` answers it, where it differs from what was told last; so with all that follow.
    public var me: Me?
    public var friends: FriendList?
    public var blocks: Items<UserStub>?
    public var notifications: Preferences?
    public var mutes: Mutes?
    public var dashboard: DashboardOutline?
    /// After how many seconds it is worth asking again, where too many wait already: not in the body, but in the header `Retry-After`.
    public var retryAfter: Int?

    /// As `NotificationPreferences`, without the things that are muted one by one: those say it themselves.
    public struct Preferences: Codable, Sendable, Equatable {
        /// Kinds that are not told at all.
        public let muted: [NotificationKind]
        /// By IANA's name: `Europe/Berlin`.
        public let timeZone: String?
        public let quietHours: QuietHours?

        public init(muted: [NotificationKind], timeZone: String?, quietHours: QuietHours?) {
            self.muted = muted
            self.timeZone = timeZone
            self.quietHours = quietHours
        }
    }

    /// An answer in which nothing is told yet.
    public init(now: Date, next: String, more: Bool) {
        self.now = now
        self.next = next
        self.more = more
    }

    private enum CodingKeys: String, CodingKey {
        case now, next, more, rooms, comments, assignments, entries, challenges, plays, me, friends, blocks, notifications, mutes, dashboard
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        now = try container.decode(Date.self, forKey: .now)
        next = try container.decode(String.self, forKey: .next)
        more = try container.decode(Bool.self, forKey: .more)
        rooms = try container.decodeIfPresent(RoomChanges.self, forKey: .rooms)
        comments = try container.decodeIfPresent(CommentChanges.self, forKey: .comments)
        assignments = try container.decodeIfPresent(AssignmentChanges.self, forKey: .assignments)
        entries = try container.decodeIfPresent(EntryChanges.self, forKey: .entries)
        challenges = try container.decodeIfPresent(ChallengeChanges.self, forKey: .challenges)
        plays = try container.decodeIfPresent(PlayChanges.self, forKey: .plays)
        me = try container.decodeIfPresent(Me.self, forKey: .me)
        friends = try container.decodeIfPresent(FriendList.self, forKey: .friends)
        blocks = try container.decodeIfPresent(Items<UserStub>.self, forKey: .blocks)
        notifications = try container.decodeIfPresent(Preferences.self, forKey: .notifications)
        mutes = try container.decodeIfPresent(Mutes.self, forKey: .mutes)
        dashboard = try container.decodeIfPresent(DashboardOutline.self, forKey: .dashboard)
        retryAfter = decoder.userInfo[.retryAfter] as? Int
    }
}

/// Where to go on, how much to tell at once, and how long to wait for something to tell.
public struct ChangesQuery: WaitingInput {
    /// How many items and removals a page may have (rule 13.1).
    public static let sizes = 1...500
    /// How many it has unless the query says otherwise.
    public static let usual = 200
    /// What requests call their seconds in the query.
    public static let waitName = "wait"
    /// How many seconds a request may wait: hosts and proxies end those that take 30.
    public static let waits = 0...25
    /// As `since`: tell nothing, and say where to go on.
    public static let sinceNow = "now"

    /// The `next` of the answer before, 1 to 1,000 characters, or `now`; nil for everything.
    public let since: String?
    /// At most so many items and removals: 1 to 500.
    public let limit: Int
    /// How many seconds the answer may wait where nothing has changed: 0 to 25.
    public let wait: Int

    /// What has changed; `limit` is 1 to 500, `wait` 0 to 25 seconds, `since` the `next` of the answer before.
    public init(since: String? = nil, limit: Int = ChangesQuery.usual, wait: Int = 0) {
        self.since = since
        self.limit = limit
        self.wait = wait
    }

    public init(_ fields: inout Fields) {
        since = fields.optional("since", .text(1...1000))
        limit = fields.optional("limit", .integer(Self.sizes), default: Self.usual)
        wait = fields.optional(Self.waitName, .integer(Self.waits), default: 0)
    }
}

extension Endpoints {
    static let changes: [any EndpointDeclaration] = [listChanges]

    public static let listChanges = Endpoint<ChangesQuery, Changes>(
        "listChanges", .get, "/changes", .user, caching: .noStore, errors: [.resyncRequired], mayWait: true,
        summary: "What has changed since the last time, or everything.",
        details: """
            `since` is the `next` of the answer before; without it everything is told, page by page as long as `more` is true, and with \
            `since=now` nothing but where to go on. With `wait` the answer comes as soon as something may have changed, or when so many \
            seconds are over.
            """)
}
