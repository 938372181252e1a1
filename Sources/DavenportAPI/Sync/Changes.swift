import Foundation

/// The differences between the client's copy and the server's data, or all data if the client has none (rules 13). A
/// client that applies a page twice, late, or in another order than other pages still reaches the same copy.
///
/// *Collections*, such as rooms, return each changed item whole, as it is when the page is read. *Documents* are small
/// and return as a whole when they differ. The answer omits the areas that a community doesn't use.
public struct Changes: Codable, Sendable, RetryingAnswer {
    /// The server's time.
    public let now: Date
    /// The cursor to send as `since` next time, even if nothing changed. It is opaque and has at most 1,000 characters.
    public package(set) var next: String
    /// Whether the server already has more changes, so that the client should ask again at once. If it is false, the
    /// client is up to date.
    public package(set) var more: Bool
    public var rooms: RoomChanges?
    /// The changed comments; nil if the community doesn't use the area *watch*. Apply them after the rooms.
    public var comments: CommentChanges?
    public var assignments: AssignmentChanges?
    /// The changed entries; nil if the community doesn't use the area *class*. Apply them after the assignments.
    public var entries: EntryChanges?
    public var challenges: ChallengeChanges?
    /// The caller's own changed plays; nil if the community doesn't use the area *play*. Apply them after the
    /// challenges.
    public var plays: PlayChanges?
    /// The account as `GET /me` returns it; nil unless it differs from the version that was sent last. The same holds
    /// for all properties below.
    public var me: Me?
    public var friends: FriendList?
    public var blocks: Items<UserStub>?
    public var notifications: Preferences?
    public var mutes: Mutes?
    public var dashboard: DashboardOutline?
    /// The number of seconds after which to ask again; nil unless too many requests long-poll already. It is in the
    /// header `Retry-After` and not in the body.
    public var retryAfter: Int?

    /// `NotificationPreferences` without the individually muted things, because each thing has a field that says
    /// whether it is muted, such as `Room.muted`.
    public struct Preferences: Codable, Sendable, Equatable {
        /// The kinds of notifications that the server doesn't send.
        public let muted: [NotificationKind]
        /// The IANA name of a time zone, such as `Europe/Berlin`; nil if the user set none.
        public let timeZone: String?
        public let quietHours: QuietHours?

        public init(muted: [NotificationKind], timeZone: String?, quietHours: QuietHours?) {
            self.muted = muted
            self.timeZone = timeZone
            self.quietHours = quietHours
        }
    }

    /// Creates an answer without any changes.
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

/// A position in the changes, a page size, and a time to long-poll.
public struct ChangesQuery: WaitingInput {
    /// The allowed number of items and removals on a page (rule 13.1).
    public static let sizes = 1...500
    /// The number of items and removals on a page if the request gives none.
    public static let usual = 200
    /// The name of the query parameter that has the number of seconds to long-poll.
    public static let waitName = "wait"
    /// The allowed number of seconds that a request long-polls. Hosting providers and proxies close requests that take
    /// 30 seconds.
    public static let waits = 0...25
    /// The value of `since` that returns no data, only the current cursor.
    public static let sinceNow = "now"

    /// The `next` of the previous answer, 1 to 1,000 characters, or `now`; nil returns everything.
    public let since: String?
    /// The maximum number of items and removals on the page: 1 to 500.
    public let limit: Int
    /// The number of seconds that the request long-polls if nothing changed: 0 to 25.
    public let wait: Int

    /// Creates the input without checking it. `limit` is 1 to 500, `wait` is 0 to 25 seconds, and `since` is the `next`
    /// of the previous answer.
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
        summary: "List the changes since a cursor, or everything.",
        details: """
            Send the `next` of the previous answer as `since`. Without `since`, the answer returns all data, a page at a time for as \
            long as `more` is true. `since=now` returns no data, only the current cursor. With `wait`, the request long-polls: the server \
            answers as soon as something may have changed, or after that many seconds.
            """)
}
