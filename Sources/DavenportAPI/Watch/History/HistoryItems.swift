import Foundation

/// Something that a person watched elsewhere: a subject, an episode by TheTVDB's id of its show, or a film by its title
/// and year.
public struct HistoryItem: Input, Equatable {
    /// The subject, as for a new room; nil if the item names its thing in another way. With titles, the server takes it
    /// as it is and doesn't ask the catalogue.
    public let subject: NewSubject?
    /// TheTVDB's id of the show; nil if the item names its thing in another way.
    public let tvdbID: Int?
    /// The season's number; nil without `tvdbID`.
    public let season: Int?
    /// The episode's number; nil without `tvdbID`.
    public let episode: Int?
    /// The title of a film; nil if the item names its thing in another way.
    public let title: String?
    /// The year in which the film was released; nil without `title`.
    public let year: Int?
    /// When it was watched, in the past.
    public let watchedAt: Date

    /// Creates the item of a subject.
    public init(_ subject: NewSubject, watchedAt: Date) {
        self.init(subject: subject, watchedAt: watchedAt)
    }

    /// Creates the item of an episode.
    public init(tvdbID: Int, season: Int, episode: Int, watchedAt: Date) {
        self.init(subject: nil, tvdbID: tvdbID, season: season, episode: episode, watchedAt: watchedAt)
    }

    /// Creates the item of a film.
    public init(title: String, year: Int, watchedAt: Date) {
        self.init(subject: nil, title: title, year: year, watchedAt: watchedAt)
    }

    private init(
        subject: NewSubject?, tvdbID: Int? = nil, season: Int? = nil, episode: Int? = nil, title: String? = nil, year: Int? = nil,
        watchedAt: Date
    ) {
        (self.subject, self.tvdbID, self.season, self.episode) = (subject, tvdbID, season, episode)
        (self.title, self.year, self.watchedAt) = (title, year, watchedAt)
    }

    public init(_ fields: inout Fields) {
        subject = fields.optional("subject", object: NewSubject.self)
        tvdbID = fields.optional("tvdbID", .catalogueID)
        season = fields.optional("season", .season)
        episode = fields.optional("episode", .integer(NewSubject.episodes))
        title = fields.optional("title", .title)
        year = fields.optional("year", .integer(HistoryLimits.years))
        watchedAt = fields.required("watchedAt", .timestamp)
        for name in ["season", "episode"] { fields.require(name, with: "tvdbID", "is required with tvdbID") }
        fields.require("year", with: "title", "is required with title")
        if !fields.hasFaults, [subject != nil, tvdbID != nil, title != nil].count(where: { $0 }) != 1 {
            fields.record("subject", .notAllowed, "must stand alone: an item has a subject, or a tvdbID, or a title")
        }
    }
}

/// The limits of a history (rules 25).
public enum HistoryLimits {
    /// The maximum number of items that one request may have.
    public static let items = 200
    /// The years in which a film may have been released.
    public static let years = 1870...2200
    /// The numbers of seasons.
    static let seasons = 0...9999
    /// The earliest moment at which something can have been watched: 1900-01-01T00:00:00Z.
    package static let earliest = Date(timeIntervalSince1970: -2_208_988_800)
}

/// A part of a history that a person brings along.
public struct HistoryItems: Input {
    /// At most 200 items. Of several about one thing, the earliest counts.
    public let items: [HistoryItem]

    /// Creates the input without checking it; the server enforces the limits.
    public init(items: [HistoryItem]) {
        self.items = items
    }

    public init(_ fields: inout Fields) {
        items = fields.required("items", listOf: HistoryItem.self, upTo: HistoryLimits.items)
    }
}

/// What became of a part of a history. The numbers are of different things, however often each was watched.
public struct ImportedHistory: Codable, Sendable, Equatable {
    /// The number of rooms that were created.
    public let made: Int
    /// The number of things for which there was a room of the caller's own.
    public let known: Int
    /// The items from which no room was made.
    public let unknown: [Unknown]

    /// An item from which no room was made.
    public struct Unknown: Codable, Sendable, Equatable {
        /// The item's position in the request, from 0.
        public let index: Int
        public let code: UnknownItemCode

        public init(index: Int, code: UnknownItemCode) {
            (self.index, self.code) = (index, code)
        }
    }

    public init(made: Int, known: Int, unknown: [Unknown]) {
        (self.made, self.known, self.unknown) = (made, known, unknown)
    }
}

/// Why no room was made from an item.
public struct UnknownItemCode: OpenEnumeration {
    /// The catalogue has no such show, episode or movie.
    public static let unknownSubject = Self(keeping: "unknown_subject")
    /// The catalogue can't answer now, or the server has none. Send the item again later.
    public static let catalogueUnavailable = Self(keeping: "catalogue_unavailable")
    /// The caller has reached the limit of requests to the catalogue's provider. Send the item again in an hour.
    public static let tooManyRequests = Self(keeping: "too_many_requests")
    /// It was watched before 1900 or lies in the future.
    public static let impossibleTime = Self(keeping: "impossible_time")
    /// The title has a word that the community filters.
    public static let filtered = Self(keeping: "filtered")
    /// The title has a link, and the caller came by open sign-up less than 24 hours ago.
    public static let linkTooEarly = Self(keeping: "link_too_early")
    /// It was watched within the last seven days, and the caller has the maximum of active rooms (rule 5.13).
    public static let limitReached = Self(keeping: "limit_reached")

    public static let allCases = [
        unknownSubject, catalogueUnavailable, tooManyRequests, impossibleTime, filtered, linkTooEarly, limitReached,
    ]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

extension Endpoints {
    static let history: [any EndpointDeclaration] = [importHistory]

    public static let importHistory = Endpoint<HistoryItems, ImportedHistory>(
        "importHistory", .post, "/me/history", .user, feature: .watch, errors: [.tooManyRequests], isIdempotent: true,
        summary: "Bring along what you watched elsewhere: a room of your own for each thing.",
        details: """
            Rooms that you share stay as they are, and nobody is notified. What you watched more than 7 days ago is archived at once. A \
            repeated request creates nothing twice. `tvdbID` and films by their titles need the catalogue. An item of which no room can be \
            made is in `unknown`, and the others are stored.
            """)
}
