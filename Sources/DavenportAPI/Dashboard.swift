/// The people who do one kind of thing together: a show's watchers, or those who see movies together.
public struct Group: Codable, Sendable, Equatable {
    /// Opaque; changes with the set of members.
    public let id: String
    public let kind: Subject.Kind
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

/// The episode that a group could go on with.
public struct NextEpisode: Codable, Sendable, Equatable {
    public let season: Int
    public let episode: Int
    public let title: String?

    public init(season: Int, episode: Int, title: String?) {
        self.season = season
        self.episode = episode
        self.title = title
    }
}

/// What I have going on, a section for each group with an active room.
public struct Dashboard: Codable, Sendable {
    public let sections: [Section]

    public struct Section: Codable, Sendable {
        public let group: Group
        public let rooms: [Room]
        public let nextEpisode: NextEpisode?

        public init(group: Group, rooms: [Room], nextEpisode: NextEpisode?) {
            self.group = group
            self.rooms = rooms
            self.nextEpisode = nextEpisode
        }
    }

    public init(sections: [Section]) {
        self.sections = sections
    }
}

extension Endpoints {
    static let dashboard: [any EndpointDeclaration] = [showDashboard]

    public static let showDashboard = Endpoint<NoInput, Dashboard>(
        "showDashboard", .get, "/dashboard", .user, feature: .watch, summary: "What to watch, read, wait for and discuss.")
}
