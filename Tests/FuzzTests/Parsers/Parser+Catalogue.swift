import DavenportAPI
import Foundation

@testable import Catalogue

extension Parser {
    /// Parsers of the catalogue provider's answers.
    static let catalogue = [
        Parser("provider", said.map(\.1), words: ["id", "name", "\":", "null", "-", "9999999999", "2022-02-30", "\\u0000", "\\ud800"]) {
            text in
            for (providerRequest, _) in said {
                guard let kept = try? providerRequest.kept(Array(text.utf8)) else { continue }
                // An escaped backslash before u0000 is six harmless characters.
                let escapes = kept.replacing("\\\\", with: "")
                try require(!kept.utf8.contains(0) && !escapes.contains("\\u0000"), "PostgreSQL can keep it")
                try require((try? providerRequest.kept(Array(kept.utf8))) == kept, "what is kept is read as it was: \(kept)")
                try require(
                    pruned(text, providerRequest, by: 3) == pruned(text, providerRequest, by: .max), "it is pruned alike in any chunks")
                let answer = StoredAnswer(answer: kept, fetchedAt: Date(), isRenumbered: false)
                _ = providerRequest.isRenumbered(answer, since: answer)
            }
        }
    ]

    /// Returns the pruned text, parsed in chunks, nil if it is refused.
    private static func pruned(_ text: String, _ request: ProviderRequest, by size: Int) -> [UInt8]? {
        var pruner = JSONPruner(keeping: request.members, limit: 1 << 20)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            guard (try? pruner.take(rest.prefix(size))) != nil else { return nil }
            rest = rest.dropFirst(size)
        }
        return pruner.kept
    }

    private static let said: [(ProviderRequest, String)] = [
        (
            .show(1),
            #"""
            {"id": 1, "name": "A", "first_air_date": "2022-02-17", "overview": "", "poster_path": "/a.jpg", "seasons": [
            {"season_number": 0, "name": "Specials", "episode_count": 0, "air_date": null}, {"season_number": 1, "episode_count": 9}]}
            """#
        ),
        (
            .season(show: 1, season: 1),
            #"""
            {"season_number": 1, "name": "Season 1", "episodes": [{"id": 7, "episode_number": 1, "name": "P\u00e9", "air_date": "",
            "runtime": null, "overview": "x", "vote_average": 8.25}, {"id": 8, "episode_number": 3, "vote_average": 0}]}
            """#
        ),
        (
            .episode(show: 1, season: 1, episode: 1),
            #"""
            {"id": 7, "season_number": 1, "episode_number": 1, "name": "P", "credits": {"cast": [{"name": "B", "character": "C"}],
            "guest_stars": [{"name": "D", "character": null}]}}
            """#
        ),
        (.movie(2), #"{"id": 2, "title": "M", "release_date": "1994-07-06", "runtime": 142, "poster_path": null}"#),
        (
            .search(.multi, SearchedText("a"), page: 1),
            #"""
            {"page": 1, "total_pages": 1000, "results": [{"media_type": "tv", "id": 1, "name": "A"}, {"media_type": "person", "id": -1},
            {"media_type": "movie", "id": 2, "title": "M", "release_date": ""}]}
            """#
        ),
        (.configuration, #"{"images": {"secure_base_url": "https://image.example/t/p/", "poster_sizes": ["w92", "w500", "original"]}}"#),
    ]
}
