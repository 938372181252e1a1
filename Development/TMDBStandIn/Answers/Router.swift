import DavenportAPI
import Foundation

/// Finds the answer to a request by its path in TMDB's API, below `/3`.
struct Router {
    let library: Library
    let query: Query
    /// The beginning of all URLs of images, such as `http://127.0.0.1:8123/t/p/`.
    let imageBase: String

    /// Returns the correct answer for a path.
    /// - Throws: `Refusal` for what TMDB refuses.
    func answer(_ path: [String]) throws -> JSONValue {
        let numbers = path.map { Int($0) }
        switch (path.first, path.count) {
        case ("configuration", 1): return configuration
        case ("search", 2): return try search(path[1])
        case ("find", 2): return found(numbers[1])
        case ("movie", 2):
            guard let film = library.films.first(where: { $0.id == numbers[1] }) else { throw Refusal(status: 404) }
            return try result(film)
        case ("tv", 2...6):
            guard let show = library.shows.first(where: { $0.id == numbers[1] }) else { throw Refusal(status: 404) }
            if path.count == 2 { return try result(show).adding("seasons", .list(show.seasons.map(card))) }
            guard path[2] == "season", path.count > 3, let season = show.seasons.first(where: { $0.seasonNumber == numbers[3] }) else {
                throw Refusal(status: 404)
            }
            if path.count == 4 { return try JSONValue(season) }
            guard path[4] == "episode", path.count == 6, let episode = season.episodes.first(where: { $0.episodeNumber == numbers[5] })
            else {
                throw Refusal(status: 404)
            }
            return try details(of: episode, season, show)
        default: throw Refusal(status: 404)
        }
    }

    private var configuration: JSONValue {
        var configuration = library.answers.configuration
        configuration["images"]?["secure_base_url"] = .string(imageBase)
        return configuration
    }

    /// Returns the shows that have an id at TheTVDB. The ids are invented: a show's own id, and a million more.
    private func found(_ id: Int?) -> JSONValue {
        let shows = library.shows.filter { query["external_source"] == "tvdb_id" && $0.id + 1_000_000 == id }
        return ["movie_results": [], "tv_results": .list(shows.compactMap { try? result($0) })]
    }

    // MARK: Shows and films

    /// Returns a show without its seasons, as a search lists it.
    private func result(_ show: Library.Show) throws -> JSONValue {
        var result = try JSONValue(show).adding("name", .string(show.names?[query.language] ?? show.name))
        for part in ["names", "cast", "seasons"] { result[part] = nil }
        return result
    }

    private func result(_ film: Library.Film) throws -> JSONValue {
        var result = try JSONValue(film).adding("title", .string(film.titles?[query.language] ?? film.title))
        result["titles"] = nil
        return result
    }

    /// Returns a season in the form in which its show lists it.
    private func card(_ season: Library.Season) -> JSONValue {
        [
            "id": .integer(season.id), "season_number": .integer(season.seasonNumber), "name": .string(season.name),
            "air_date": season.episodes.compactMap(\.airDate).min().map { .string($0.description) } ?? .null,
            "episode_count": .integer(season.episodes.count),
        ]
    }

    private func details(of episode: Library.Episode, _ season: Library.Season, _ show: Library.Show) throws -> JSONValue {
        let details = try JSONValue(episode).adding("season_number", .integer(season.seasonNumber))
        guard query["append_to_response"] == "credits" else { return details }
        let credits: JSONValue = ["cast": try JSONValue(show.cast ?? []), "guest_stars": try JSONValue(episode.guestStars ?? [])]
        return details.adding("credits", credits)
    }

    // MARK: Search

    /// Searches titles and names by the beginnings of their words, ignoring case and accents.
    private func search(_ kind: String) throws -> JSONValue {
        let isMulti = kind == "multi"
        guard isMulti || kind == "tv" || kind == "movie" else { throw Refusal(status: 404) }
        guard let page = Int(query["page"] ?? "1"), (1...500).contains(page) else { throw Refusal(status: 400) }
        let words = Self.words(query["query"] ?? "")
        guard !words.isEmpty else { throw Refusal(status: 422) }
        func marked(_ result: JSONValue, _ kind: JSONValue) -> JSONValue { isMulti ? result.adding("media_type", kind) : result }
        let shows = library.shows.filter { Self.matches([$0.name, $0.names?[query.language]], words) }
        let films = library.films.filter { Self.matches([$0.title, $0.originalTitle, $0.titles?[query.language]], words) }
        // TMDB mixes people into its results, so a client that wants shows and films must ignore them.
        let people = library.shows.flatMap { $0.cast ?? [] }.filter { isMulti && Self.matches([$0.name], words) }
        let results =
            try (kind == "movie" ? [] : shows).map { marked(try result($0), "tv") }
            + (kind == "tv" ? [] : films).map { marked(try result($0), "movie") }
            + people.map { marked(["id": .integer($0.id), "name": .string($0.name)], "person") }
        // No search finds more than one page.
        return [
            "page": .integer(page), "results": .list(page == 1 ? results : []), "total_pages": 1, "total_results": .integer(results.count),
        ]
    }

    private static func matches(_ names: [String?], _ words: [String]) -> Bool {
        names.contains { name in
            let own = Self.words(name ?? "")
            return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
        }
    }

    private static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).split { !$0.isLetter && !$0.isNumber }.map(
            String.init)
    }
}

extension JSONValue {
    /// The JSON of a part of the library.
    fileprivate init(_ part: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        self = try JSONDecoder().decode(JSONValue.self, from: encoder.encode(part))
    }

    fileprivate func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        var object = self
        object[name] = value
        return object
    }
}
