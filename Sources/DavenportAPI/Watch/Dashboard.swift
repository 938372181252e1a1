import Foundation

/// The people who do one kind of thing together: a show's watchers, or those who see movies together.
public struct Group: Codable, Sendable, Equatable {
    /// Opaque; changes with the set of members.
    public let id: String
    public let kind: Subject.Kind
    /// The show's number in the catalogue; nil for movies and custom titles.
    public let showID: Int?
    /// The show's title; "Movies" or "Custom" for the others.
    public let title: String
    /// Everybody, me included.
    public let members: [UserStub]

    public init(id: String, kind: Subject.Kind, showID: Int?, title: String, members: [UserStub]) {
        self.id = id
        self.kind = kind
        self.showID = showID
        self.title = title
        self.members = members
    }
}

extension Group: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("kind", kind.rawValue)
            $0.field("showID", showID)
            $0.field("title", title)
            $0.field("members", members)
        }
    }
}

/// A group in the list of all of mine.
public struct GroupCard: Codable, Sendable, Equatable {
    public let group: Group
    /// How many of its rooms are on the dashboard.
    public let activeCount: Int
    public let archivedCount: Int
    /// When the last room, comment or watched mark of the group was made.
    public let lastActivityAt: Date

    public init(group: Group, activeCount: Int, archivedCount: Int, lastActivityAt: Date) {
        self.group = group
        self.activeCount = activeCount
        self.archivedCount = archivedCount
        self.lastActivityAt = lastActivityAt
    }

    private enum CodingKeys: String, CodingKey {
        case activeCount, archivedCount, lastActivityAt
    }

    /// On the wire the group's own fields stand beside the counts.
    public func encode(to encoder: any Encoder) throws {
        try group.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(activeCount, forKey: .activeCount)
        try container.encode(archivedCount, forKey: .archivedCount)
        try container.encode(lastActivityAt, forKey: .lastActivityAt)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            group: try Group(from: decoder), activeCount: try container.decode(Int.self, forKey: .activeCount),
            archivedCount: try container.decode(Int.self, forKey: .archivedCount),
            lastActivityAt: try container.decode(Date.self, forKey: .lastActivityAt))
    }
}

/// Which of my groups to list, and from where.
public struct GroupQuery: PagedInput {
    /// Only groups that watch such things; all unless given.
    public let kind: Subject.Kind?
    public var after: String?
    /// At most so many: 1 to 100.
    public let limit: Int

    /// A part of my groups; `limit` is 1 to 100, `after` the `next` of the page before.
    public init(kind: Subject.Kind? = nil, after: String? = nil, limit: Int = PageQuery.usual) {
        self.kind = kind
        self.after = after
        self.limit = limit
    }

    public init(_ fields: inout Fields) {
        kind = fields.optional("kind", .oneOf(Subject.Kind.self, placeholder: .tv))
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// The episode that a group could go on with.
public struct NextEpisode: Codable, Sendable, Equatable {
    /// 0 are specials.
    public let season: Int
    public let episode: Int
    public let title: String?

    public init(season: Int, episode: Int, title: String?) {
        self.season = season
        self.episode = episode
        self.title = title
    }
}

extension NextEpisode: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("season", season)
            $0.field("episode", episode)
            $0.field("title", title)
        }
    }
}

/// What I have going on, a section for each group with an active room: the 300 rooms last active.
public struct Dashboard: Codable, Sendable {
    public let sections: [Section]
    /// Whether there are more active rooms than these; the list of rooms has them all. Left out of the answer where there are not.
    public let truncated: Bool

    /// A group with its active rooms.
    public struct Section: Codable, Sendable {
        public let group: Group
        /// The active ones: of a show by season and episode, latest first; others newest first.
        public let rooms: [Room]
        /// The episode that the group could go on with; nil where there is none.
        public let nextEpisode: NextEpisode?

        public init(group: Group, rooms: [Room], nextEpisode: NextEpisode?) {
            self.group = group
            self.rooms = rooms
            self.nextEpisode = nextEpisode
        }
    }

    public init(sections: [Section], truncated: Bool = false) {
        self.sections = sections
        self.truncated = truncated
    }

    private enum CodingKeys: String, CodingKey {
        case sections, truncated
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        sections = try container.decode([Section].self, forKey: .sections)
        truncated = try container.decodeIfPresent(Bool.self, forKey: .truncated) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sections, forKey: .sections)
        try container.encodeIfPresent(truncated ? true : nil, forKey: .truncated)
    }
}

extension Dashboard: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("sections", sections)
            $0.field("truncated", truncated ? true : nil)
        }
    }
}

extension Dashboard.Section: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("group", group)
            $0.field("rooms", rooms)
            $0.field("nextEpisode", nextEpisode)
        }
    }
}

extension Endpoints {
    static let dashboard: [any EndpointDeclaration] = [showDashboard, listGroups]

    public static let showDashboard = Endpoint<NoInput, Dashboard>(
        "showDashboard", .get, "/dashboard", .user, feature: .watch, summary: "What to watch, read, wait for and discuss.")
    public static let listGroups = Endpoint<GroupQuery, Page<GroupCard>>(
        "listGroups", .get, "/groups", .user, feature: .watch, summary: "My groups, also those with archived rooms only.")
}
