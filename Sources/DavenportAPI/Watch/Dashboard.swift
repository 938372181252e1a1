import Foundation

/// A group: a set of people, together with what they watch. That is one show, or movies, or titles of their own.
public struct Group: Codable, Sendable, Equatable {
    /// The opaque id of the group. A group with other members has another id.
    public let id: String
    public let kind: Subject.Kind
    /// The provider's id of the show; nil for groups that watch movies or custom titles.
    public let showID: Int?
    /// The show's title; "Movies" or "Custom" for a group that watches movies or custom titles.
    public let title: String
    /// All members, including the caller.
    public let members: [UserStub]
    /// The show's poster in up to three widths, the narrowest first; nil if the server knows none, or the group isn't of one show.
    public package(set) var poster: [MediaPicture]?
    /// A wide picture of the show, never of an episode, in up to three widths; nil if the server knows none, or the group isn't of
    /// one show.
    public package(set) var still: [MediaPicture]?

    public init(
        id: String, kind: Subject.Kind, showID: Int?, title: String, members: [UserStub], poster: [MediaPicture]? = nil,
        still: [MediaPicture]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.showID = showID
        self.title = title
        self.members = members
        self.poster = poster
        self.still = still
    }
}

/// A group as the list of the caller's groups has it.
public struct GroupCard: Codable, Sendable, Equatable {
    public package(set) var group: Group
    /// The number of the group's active rooms, which the dashboard shows.
    public let activeCount: Int
    public let archivedCount: Int
    /// The time of the last new room, comment or watched mark in the group.
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

    /// Encodes the fields of the group and the fields beside it in one object.
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

/// A filter and a position in the list of the groups that the caller belongs to.
public struct GroupQuery: PagedInput {
    /// The kind of subject of the groups to return; nil returns all kinds.
    public let kind: Subject.Kind?
    public var after: String?
    /// The maximum number of groups on the page: 1 to 100.
    public let limit: Int

    /// Creates the input without checking it.
    /// - Parameters:
    ///   - kind: the kind of subject of the groups to return; nil returns all kinds.
    ///   - after: the cursor that the previous page has as `next`; nil for the first page.
    ///   - limit: the maximum number of groups on the page: 1 to 100.
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

/// The episode that a group can watch next.
public struct NextEpisode: Codable, Sendable, Equatable {
    /// The season's number. Season 0 contains the specials.
    public let season: Int
    public let episode: Int
    public let title: String?

    public init(season: Int, episode: Int, title: String?) {
        self.season = season
        self.episode = episode
        self.title = title
    }
}

/// The caller's active rooms, in a section for each group. It has at most 300 rooms, those with the latest activity.
public struct Dashboard: Codable, Sendable {
    public let sections: [Section]
    /// Whether the caller has more active rooms than the dashboard shows. The list of rooms has all of them. The JSON
    /// omits the field if it is false.
    public let truncated: Bool

    /// A group with its active rooms.
    public struct Section: Codable, Sendable {
        public let group: Group
        /// The active rooms. Rooms of a show are sorted by season and episode, latest first. Other rooms are sorted by
        /// creation, newest first.
        public let rooms: [Room]
        /// The episode that the group can watch next; nil if there is none or the group isn't about a show.
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

extension Endpoints {
    static let dashboard: [any EndpointDeclaration] = [showDashboard, listGroups]

    public static let showDashboard = Endpoint<NoInput, Dashboard>(
        "showDashboard", .get, "/dashboard", .user, feature: .watch,
        summary: "Retrieve your dashboard: what to watch, read, wait for and discuss.")
    public static let listGroups = Endpoint<GroupQuery, Page<GroupCard>>(
        "listGroups", .get, "/groups", .user, feature: .watch, summary: "List your groups, including those with archived rooms only.")
}
