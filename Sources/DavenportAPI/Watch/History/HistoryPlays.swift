import Foundation

/// Reads the plays in Trakt's files.
enum TraktPlay {
    /// Reads an entry of the history; nil if it isn't a play of an episode or a film.
    static func play(_ play: JSONValue) -> HistoryPlay? {
        switch play["type"] {
        case "movie": movie(play["movie"], play["watched_at"])
        case "episode":
            episode(
                of: play["show"], play["episode"]?["season"], play["episode"]?["number"], title: play["episode"]?["title"],
                play["watched_at"])
        default: nil
        }
    }

    static func movie(_ entry: JSONValue) -> HistoryPlay { movie(entry["movie"], entry["last_watched_at"]) }

    /// Reads an entry of the list of shows. An episode without a time wasn't watched.
    static func show(_ entry: JSONValue) -> [HistoryPlay] {
        (entry["seasons"]?.elements ?? []).flatMap { season in
            (season["episodes"]?.elements ?? []).compactMap { episode in
                episode["last_watched_at"]?.text.map {
                    self.episode(of: entry["show"], season["number"], episode["number"], title: nil, .string($0))
                }
            }
        }
    }

    private static func movie(_ movie: JSONValue?, _ time: JSONValue?) -> HistoryPlay {
        guard let at = time?.text.flatMap(Timestamp.parse) else { return .timeless }
        let title = movie?["title"]?.title
        if let id = movie?["ids"]?["tmdb"]?.id { return .item(HistoryItem(.movie(movieID: id, title: title), watchedAt: at)) }
        guard let title else { return .nameless }
        guard let year = movie?["year"]?.number, HistoryLimits.years.contains(year) else {
            return .item(HistoryItem(.custom(title: title), watchedAt: at))
        }
        return .item(HistoryItem(title: title, year: year, watchedAt: at))
    }

    private static func episode(
        of show: JSONValue?, _ season: JSONValue?, _ episode: JSONValue?, title: JSONValue?, _ time: JSONValue?
    ) -> HistoryPlay {
        guard let at = time?.text.flatMap(Timestamp.parse) else { return .timeless }
        let (id, showTitle) = (show?["ids"]?["tmdb"]?.id, show?["title"]?.title)
        guard id != nil || showTitle != nil, let season = season?.number, HistoryLimits.seasons.contains(season),
            let episode = episode?.number, NewSubject.episodes.contains(episode)
        else { return .nameless }
        return .item(
            HistoryItem(
                .tv(showID: id, season: season, episode: episode, showTitle: showTitle, episodeTitle: title?.title), watchedAt: at))
    }
}

/// Reads the plays in TV Time's files. Their columns have changed over the years, and a file may have both the old one and
/// the new one, of which one is empty.
enum TVTimePlay {
    /// Reads a row of episodes; nil if it isn't a play.
    static func episode(_ row: [String: String]) -> HistoryPlay? {
        guard row["key"]?.hasPrefix("watch-episode-") == true else { return nil }
        guard let at = time(row) else { return .timeless }
        guard let show = number(row, ["s_id", "series_id"], 1...2_147_483_647),
            let season = number(row, ["season_number", "s_no"], HistoryLimits.seasons),
            let episode = number(row, ["episode_number", "ep_no"], NewSubject.episodes)
        else { return .nameless }
        return .item(HistoryItem(tvdbID: show, season: season, episode: episode, watchedAt: at))
    }

    /// Reads a row of films; nil if it isn't a play.
    static func film(_ row: [String: String]) -> HistoryPlay? {
        guard row["type"] == "watch" else { return nil }
        guard let at = time(row) else { return .timeless }
        guard let title = row["movie_name"].flatMap({ JSONValue.string($0).title }) else { return .nameless }
        guard let year = row["release_date"].flatMap({ Int($0.trimmed.prefix(4)) }), HistoryLimits.years.contains(year) else {
            return .item(HistoryItem(.custom(title: title), watchedAt: at))
        }
        return .item(HistoryItem(title: title, year: year, watchedAt: at))
    }

    /// Returns the number of the first of these columns that has one within the range.
    private static func number(_ row: [String: String], _ columns: [String], _ range: ClosedRange<Int>) -> Int? {
        columns.lazy.compactMap { row[$0] }.compactMap { Int($0.trimmed) }.first { range.contains($0) }
    }

    /// Returns the time of a row, as `2021-03-04 20:15:01`. It is in UTC, unless it says how far it is from it.
    private static func time(_ row: [String: String]) -> Date? {
        ["created_at", "updated_at"].lazy.compactMap { row[$0]?.trimmed }.compactMap { text in
            let moment = text.prefix(19).replacing(" ", with: "T")
            let zone = text.dropFirst(19).firstMatch(of: /(?:Z|[+\-][0-9]{2}:[0-9]{2})$/).map { String($0.output) } ?? "Z"
            return Timestamp.parse(moment + zone)
        }.first
    }
}

extension JSONValue {
    /// The whole number, also if it is written as a text; nil for anything else.
    fileprivate var number: Int? {
        switch self {
        case .integer(let number): number
        case .string(let text): Int(text)
        default: nil
        }
    }

    /// The number as an id of the catalogue's provider; nil for anything else.
    fileprivate var id: Int? { number.flatMap { (1...2_147_483_647).contains($0) ? $0 : nil } }

    /// The text as a title of the API; nil if it can't be one. A title that is too long is cut.
    fileprivate var title: String? {
        let cut = text.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(200))) }
        return cut.flatMap { FieldType<String>.title.refusal(of: .string($0)) == nil ? $0.trimmed.nfc : nil }
    }
}
