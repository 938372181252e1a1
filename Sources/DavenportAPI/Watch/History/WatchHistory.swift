import Foundation
import UntrustedText

/// Reads the files in which other services give people their history. The files must be unpacked.
public enum WatchHistory {
    /// A file of an export.
    public struct File: Sendable {
        /// The file's name without its folder. It decides what the file contains.
        public let name: String
        public let bytes: [UInt8]

        public init(name: String, bytes: [UInt8]) {
            (self.name, self.bytes) = (name, bytes)
        }
    }

    /// A file that can't be read.
    public struct Fault: Error, Equatable, CustomStringConvertible {
        /// The file's name.
        public let file: String
        /// What is wrong, as the rest of a sentence that begins with the file's name.
        public let reason: String

        public var description: String { "\(file) \(reason)" }
    }

    /// Reads the files of Trakt's export: `watched-history.json` and its further parts, or else those that begin with
    /// `watched-movies` and `watched-shows`. Other files are skipped.
    /// - Returns: an item for each different thing, with its earliest play, earliest first.
    /// - Throws: `Fault` if a file isn't a JSON list.
    public static func trakt(_ files: [File]) throws(Fault) -> [HistoryItem] {
        let history = files.filter { $0.name.hasPrefix("watched-history") }
        var plays: [HistoryItem] = []
        for file in history { plays += try list(in: file).compactMap(TraktPlay.play) }
        if history.isEmpty {
            for file in files where file.name.hasPrefix("watched-movies") { plays += try list(in: file).compactMap(TraktPlay.movie) }
            for file in files where file.name.hasPrefix("watched-shows") { plays += try list(in: file).flatMap(TraktPlay.show) }
        }
        return earliest(plays)
    }

    /// Reads the files of TV Time's export: episodes from `tracking-prod-records-v2.csv`, and films from
    /// `tracking-prod-records.csv`. Other files are skipped.
    /// - Returns: an item for each different thing, with its earliest play, earliest first.
    /// - Throws: `Fault` if a file isn't UTF-8 or has a quote without its end.
    public static func tvTime(_ files: [File]) throws(Fault) -> [HistoryItem] {
        var plays: [HistoryItem] = []
        for file in files where file.name == "tracking-prod-records-v2.csv" { plays += try rows(in: file).compactMap(TVTimePlay.episode) }
        for file in files where file.name == "tracking-prod-records.csv" { plays += try rows(in: file).compactMap(TVTimePlay.film) }
        return earliest(plays)
    }

    /// Splits items into requests within the server's limits of number and size.
    public static func requests(_ items: [HistoryItem]) -> [HistoryItems] {
        var requests: [[HistoryItem]] = [[]]
        // The rest of the limit is for the request's other bytes.
        var room = RequestBody.jsonLimit - 1024
        for item in items {
            let size = ((try? JSONEncoder.wire.encode(item).count) ?? 0) + 1
            if requests[requests.count - 1].count == HistoryLimits.items || size > room {
                requests.append([])
                room = RequestBody.jsonLimit - 1024
            }
            requests[requests.count - 1].append(item)
            room -= size
        }
        return requests.filter { !$0.isEmpty }.map(HistoryItems.init)
    }

    /// Returns the earliest play of each different thing, earliest first.
    private static func earliest(_ plays: [HistoryItem]) -> [HistoryItem] {
        var seen: Set<String> = []
        return plays.sorted { $0.watchedAt < $1.watchedAt }.filter { seen.insert($0.thing).inserted }
    }

    private static func list(in file: File) throws(Fault) -> [JSONValue] {
        guard (try? JSONSyntax.check(file.bytes)) != nil, let value = try? JSONDecoder().decode(JSONValue.self, from: Data(file.bytes)),
            case .list(let elements) = value
        else { throw Fault(file: file.name, reason: "isn't a JSON list.") }
        return elements
    }

    /// Returns the rows of a CSV file after its first, each by the names in the first.
    private static func rows(in file: File) throws(Fault) -> [[String: String]] {
        guard let text = String(validating: file.bytes, as: UTF8.self) else { throw Fault(file: file.name, reason: "isn't UTF-8.") }
        guard var rows = CSV.rows(text) else { throw Fault(file: file.name, reason: "has a quote without its end.") }
        guard !rows.isEmpty else { return [] }
        let names = rows.removeFirst()
        return rows.map { Dictionary(zip(names, $0)) { first, _ in first } }
    }
}

/// Reads the plays in Trakt's files. What has no time or no thing is left out.
private enum TraktPlay {
    static func play(_ play: JSONValue) -> HistoryItem? {
        guard let at = play["watched_at"]?.text.flatMap(Timestamp.parse) else { return nil }
        switch play["type"] {
        case "movie": return movie(play["movie"], at)
        case "episode":
            let episode = play["episode"]
            return self.episode(of: play["show"], episode?["season"], episode?["number"], title: episode?["title"], at)
        default: return nil
        }
    }

    static func movie(_ entry: JSONValue) -> HistoryItem? {
        entry["last_watched_at"]?.text.flatMap(Timestamp.parse).flatMap { movie(entry["movie"], $0) }
    }

    static func show(_ entry: JSONValue) -> [HistoryItem] {
        (entry["seasons"]?.elements ?? []).flatMap { season in
            (season["episodes"]?.elements ?? []).compactMap { episode in
                episode["last_watched_at"]?.text.flatMap(Timestamp.parse).flatMap {
                    self.episode(of: entry["show"], season["number"], episode["number"], title: nil, $0)
                }
            }
        }
    }

    private static func movie(_ movie: JSONValue?, _ at: Date) -> HistoryItem? {
        let title = movie?["title"]?.title
        if let id = movie?["ids"]?["tmdb"]?.id { return HistoryItem(.movie(movieID: id, title: title), watchedAt: at) }
        guard let title else { return nil }
        guard let year = movie?["year"]?.integer, HistoryLimits.years.contains(year) else {
            return HistoryItem(.custom(title: title), watchedAt: at)
        }
        return HistoryItem(title: title, year: year, watchedAt: at)
    }

    private static func episode(
        of show: JSONValue?, _ season: JSONValue?, _ episode: JSONValue?, title: JSONValue?, _ at: Date
    ) -> HistoryItem? {
        let (id, showTitle) = (show?["ids"]?["tmdb"]?.id, show?["title"]?.title)
        guard id != nil || showTitle != nil, let season = season?.integer, (0...9999).contains(season), let episode = episode?.integer,
            NewSubject.episodes.contains(episode)
        else { return nil }
        return HistoryItem(
            .tv(showID: id, season: season, episode: episode, showTitle: showTitle, episodeTitle: title?.title), watchedAt: at)
    }
}

/// Reads the plays in TV Time's files.
private enum TVTimePlay {
    static func episode(_ row: [String: String]) -> HistoryItem? {
        guard row["key"]?.hasPrefix("watch-episode-") == true, let at = time(row), let show = row["s_id"].flatMap(Int.init),
            let season = (row["season_number"] ?? row["s_no"]).flatMap(Int.init), (0...9999).contains(season),
            let episode = (row["episode_number"] ?? row["ep_no"]).flatMap(Int.init), NewSubject.episodes.contains(episode),
            (1...2_147_483_647).contains(show)
        else { return nil }
        return HistoryItem(tvdbID: show, season: season, episode: episode, watchedAt: at)
    }

    static func film(_ row: [String: String]) -> HistoryItem? {
        guard row["type"] == "watch", let at = time(row), let title = row["movie_name"].flatMap({ JSONValue.string($0).title }) else {
            return nil
        }
        guard let year = row["release_date"].flatMap({ Int($0.prefix(4)) }), HistoryLimits.years.contains(year) else {
            return HistoryItem(.custom(title: title), watchedAt: at)
        }
        return HistoryItem(title: title, year: year, watchedAt: at)
    }

    /// Returns the time of a row, as `2021-03-04 20:15:01` in UTC.
    private static func time(_ row: [String: String]) -> Date? {
        row["created_at"].flatMap { Timestamp.parse(String($0.prefix(19)).replacing(" ", with: "T") + "Z") }
    }
}

extension JSONValue {
    /// The whole number; nil for anything else.
    fileprivate var integer: Int? { if case .integer(let number) = self { number } else { nil } }

    /// The number as an id of the catalogue's provider; nil for anything else.
    fileprivate var id: Int? { integer.flatMap { (1...2_147_483_647).contains($0) ? $0 : nil } }

    /// The text as a title of the API; nil if it can't be one. A title that is too long is cut.
    fileprivate var title: String? {
        let cut = text.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(200))) }
        return cut.flatMap { FieldType<String>.title.refusal(of: .string($0)) == nil ? $0.trimmed.nfc : nil }
    }
}

extension HistoryItem {
    /// What the item is about, as a text that is equal for two items about one thing.
    fileprivate var thing: String {
        guard let subject else { return "\(tvdbID ?? 0) \(season ?? 0) \(episode ?? 0) \(year ?? 0) \(title?.folded ?? "")" }
        let show = subject.showID.map { "\($0)" } ?? subject.showTitle?.folded ?? ""
        let movie = subject.movieID.map { "\($0)" } ?? subject.title?.folded ?? ""
        return "\(subject.kind) \(show) \(subject.season ?? 0) \(subject.episode ?? 0) \(movie)"
    }
}

/// Reads comma-separated values (RFC 4180).
enum CSV {
    /// Returns the rows of a text; nil if a quoted value has no end. Empty lines are left out.
    static func rows(_ text: String) -> [[String]]? {
        var (rows, row, value) = ([[String]](), [String](), String.UnicodeScalarView())
        var (isQuoted, wasQuote) = (false, false)
        func end() {
            row.append(String(value))
            value = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"" where isQuoted: (isQuoted, wasQuote) = (false, true)
            case "\"" where wasQuote:
                // Two quotes in a quoted value are one.
                value.append(scalar)
                (isQuoted, wasQuote) = (true, false)
            case "\"" where value.isEmpty: isQuoted = true
            case _ where isQuoted: value.append(scalar)
            case ",": end()
            case "\n":
                end()
                if row != [""] { rows.append(row) }
                row = []
            case "\r": break
            default: value.append(scalar)
            }
            if scalar != "\"" { wasQuote = false }
        }
        guard !isQuoted else { return nil }
        end()
        return row == [""] ? rows : rows + [row]
    }
}
