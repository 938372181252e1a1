import DavenportAPI
import Foundation

/// TMDB's error for a search without words. Unlike TMDB's other errors, it has no code of its own.
struct RejectedQuery: Error {
    static let answer = StandInAnswer(status: 422, ["errors": ["query must be provided"]])
}

/// Searches titles and names by the beginnings of their words, ignoring case and accents.
struct Search {
    private static let pageSize = 20

    let library: Library
    let query: Query

    /// Returns the results of the search.
    /// - Parameter kind: `multi`, `tv` or `movie`.
    /// - Throws: `StandInRefusal` for another kind or an impossible page; `RejectedQuery` for a search without words.
    func answer(_ kind: Substring) throws -> JSONValue {
        guard ["multi", "tv", "movie"].contains(kind) else { throw StandInRefusal.notFound }
        guard let page = Int(query["page"] ?? "1"), (1...500).contains(page) else { throw StandInRefusal.invalidPage }
        let words = Self.words(query["query"] ?? "")
        guard !words.isEmpty else { throw RejectedQuery() }
        let isMulti = kind == "multi"
        let shows = kind == "movie" ? [] : shows(words, marked: isMulti)
        let films = kind == "tv" ? [] : films(words, marked: isMulti)
        return Self.page(page, of: shows + films + (isMulti ? people(words) : []))
    }

    private func shows(_ words: [String], marked: Bool) -> [JSONValue] {
        library.shows.filter { Self.matches([$0.name, $0.name(in: query.language)], words) }
            .map { marked ? $0.result(query).adding("media_type", "tv") : $0.result(query) }
    }

    private func films(_ words: [String], marked: Bool) -> [JSONValue] {
        library.films.filter { Self.matches([$0.title, $0.originalTitle ?? $0.title, $0.title(in: query.language)], words) }
            .map { marked ? $0.result(query).adding("media_type", "movie") : $0.result(query) }
    }

    /// Returns the people whose names match. TMDB mixes people into its results, so a client that wants shows and films
    /// must ignore them.
    private func people(_ words: [String]) -> [JSONValue] {
        let names = (library.shows.flatMap(\.cast) + library.films.flatMap(\.cast)).map(\.actor)
        return Set(names).sorted().filter { Self.matches([$0], words) }.map { name in
            let shows = library.shows.filter { $0.cast.contains { $0.actor == name } }.map { $0.result(query).adding("media_type", "tv") }
            return CreditedActor(name: name).answer.adding("media_type", "person").adding("known_for", .list(shows))
        }
    }

    private static func page(_ number: Int, of results: [JSONValue]) -> JSONValue {
        [
            "page": .integer(number), "results": .list(Array(results.dropFirst((number - 1) * pageSize).prefix(pageSize))),
            "total_pages": .integer(max(1, (results.count + pageSize - 1) / pageSize)), "total_results": .integer(results.count),
        ]
    }

    private static func matches(_ names: [String], _ words: [String]) -> Bool {
        names.contains { name in
            let own = Self.words(name)
            return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
        }
    }

    private static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).split { !$0.isLetter && !$0.isNumber }.map(
            String.init)
    }
}
