import Catalogue
import DavenportAPI
import Domain
import Foundation
import Logging
import Settings
import Watch

extension Services {
    /// Creates the services for a program with or without a catalogue and a provider of subtitles. The area *Watch* gets data
    /// from them through the services, because the areas *Watch* and *Catalogue* don't depend on each other.
    public init(_ catalogue: MediaCatalogue?, _ subtitles: SubtitleCatalogue? = nil) {
        self.init()
        fetchesSubtitles = subtitles != nil
        self[SubtitleGuide.self] = subtitles.map(SubtitleGuide.init)
        guard let catalogue else { return }
        hasCatalogue = true
        self[MediaCatalogue.self] = catalogue
        self[MediaGuide.self] = MediaGuide(catalogue)
    }
}

extension MediaCatalogue {
    /// Creates the catalogue from the configuration; nil if none is configured.
    public static func configured(_ configuration: Configuration, database: Database, logger: Logger) -> MediaCatalogue? {
        configuration.tmdbKey.map { key in
            MediaCatalogue(TMDBSettings(configuration, key: key), database: database, logger: logger)
        }
    }
}

extension TMDBSettings {
    /// Reads the settings from the configuration.
    public init(_ configuration: Configuration, key: String) {
        self.init(
            baseURL: configuration.tmdbBaseURL, key: key, language: configuration.tmdbLanguage,
            hasPictures: configuration.mediaPictures == .on)
    }
}

extension SubtitleCatalogue {
    /// Creates the catalogue of subtitles from the configuration; nil if no provider is configured.
    public static func configured(_ configuration: Configuration, database: Database, logger: Logger) -> SubtitleCatalogue? {
        OpenSubtitlesSettings(configuration).map { SubtitleCatalogue($0, database: database, logger: logger) }
    }
}

extension OpenSubtitlesSettings {
    /// Reads the settings from the configuration; nil if no provider of subtitles is configured.
    public init?(_ configuration: Configuration) {
        guard let provider = configuration.openSubtitles else { return nil }
        let account = provider.account.map { Account(user: $0.user, password: $0.password) }
        self.init(baseURL: provider.baseURL, key: provider.key, account: account)
    }
}

extension SubtitleGuide {
    /// Creates a guide, through which the area *Watch* looks up subtitles, from a catalogue of them.
    init(_ catalogue: SubtitleCatalogue) {
        self.init { thing, language, caller in
            let subject: SubtitledSubject =
                switch thing {
                case .episode(let showID, let season, let episode): .episode(show: showID, season: season, episode: episode)
                case .movie(let movieID): .movie(movieID)
                }
            return try await catalogue.cues(of: subject, in: language, for: caller)
        }
    }
}

extension MediaGuide {
    /// Creates a guide, through which the area *Watch* looks up shows and movies, from a catalogue.
    init(_ catalogue: MediaCatalogue) {
        self.init(
            identify: { thing, caller in
                do {
                    return try await catalogue.identify(thing, caller).map { .known($0) } ?? .unknown
                } catch let problem as Problem where problem.code == .catalogueUnavailable {
                    return .away(problem)
                }
            },
            next: { showID, last, seen, caller in
                try await catalogue.next(ofShow: showID, after: [SeenEpisode(last)], seen: seen.map(SeenEpisode.init), for: caller)
                    .map { KnownSubject($0, ofShow: showID) }
            },
            upcoming: { positions in
                await catalogue.upcoming(after: positions.map(EpisodePosition.init)).reduce(into: [:]) { upcoming, entry in
                    let position = ShowPosition(showID: entry.key.show, season: entry.key.season, episode: entry.key.episode)
                    upcoming[position] =
                        switch entry.value {
                        case .next(let episode): .next(episode.map(NextEpisode.init))
                        case .renumbered: .renumbered
                        }
                }
            },
            upcomingOfRenumbered: { await catalogue.upcoming(ofRenumbered: $0, seen: $1.map(SeenEpisode.init)).map(NextEpisode.init) },
            scheduled: { await catalogue.scheduled(after: $0, from: $1) },
            showOfTVDB: { try await catalogue.show(ofTVDB: $0, for: $1) },
            showOfTVDBForKey: { await catalogue.show(ofTVDB: $0, for: $1) },
            movie: { title, year, caller in
                try await catalogue.movie(titled: title, releasedIn: year, for: caller)
                    .map { KnownSubject(.movie(movieID: $0.id, title: $0.title)) }
            },
            cast: { await catalogue.storedCast(ofEpisode: $0.episode, ofSeason: $0.season, ofShow: $0.showID) },
            pictures: { await catalogue.pictures(ofShows: $0, movies: $1) })
    }
}

extension MediaCatalogue {
    /// Returns the stored episodes after these positions that have a date, those from this day on.
    fileprivate func scheduled(after positions: Set<ShowPosition>, from day: CalendarDate) async -> [ShowPosition: [ScheduledEpisode]] {
        await scheduled(after: positions.map(EpisodePosition.init), from: day).reduce(into: [:]) { scheduled, entry in
            let position = ShowPosition(showID: entry.key.show, season: entry.key.season, episode: entry.key.episode)
            scheduled[position] = entry.value.compactMap(ScheduledEpisode.init)
        }
    }

    /// Looks up the titles of an episode or a movie.
    /// - Returns: nil if the provider doesn't have the episode or movie.
    fileprivate func identify(_ thing: MediaGuide.Thing, _ caller: Caller) async throws -> KnownSubject? {
        switch thing {
        case .episode(let showID, let season, let episode):
            try await self.episode(episode, ofSeason: season, ofShow: showID, for: caller).map { KnownSubject($0, ofShow: showID) }
        case .movie(let movieID):
            try await title(ofMovie: movieID, for: caller).map { KnownSubject(.movie(movieID: movieID, title: $0)) }
        }
    }
}

extension EpisodePosition {
    fileprivate init(_ position: ShowPosition) {
        self.init(show: position.showID, season: position.season, episode: position.episode)
    }
}

extension KnownSubject {
    fileprivate init(_ episode: IdentifiedEpisode, ofShow showID: Int) {
        self.init(
            .tv(
                showID: showID, season: episode.season, episode: episode.episode, showTitle: episode.showTitle,
                episodeTitle: episode.title),
            episodeID: episode.id)
    }
}

extension NextEpisode {
    fileprivate init(_ episode: ListedEpisode) {
        self.init(season: episode.season, episode: episode.episode, title: episode.title)
    }
}

extension ScheduledEpisode {
    fileprivate init?(_ episode: ListedEpisode) {
        guard let day = episode.airDate else { return nil }
        self.init(season: episode.season, episode: episode.episode, title: episode.title, day: day)
    }
}

extension SeenEpisode {
    fileprivate init(_ episode: RoomEpisode) {
        self.init(season: episode.season, episode: episode.episode, id: episode.id, title: episode.title)
    }
}
