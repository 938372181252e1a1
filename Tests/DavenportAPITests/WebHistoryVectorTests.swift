import DavenportAPI
import Foundation
import Testing

extension WebVectorTests {
    /// Shows rule 25.9.
    @Test("Tests/Web/vectors has how the files of other services are read today")
    func histories() throws {
        let now = try #require(Timestamp.parse("2026-03-01T20:00:00Z"))
        let readings = try HistorySamples.all.map { service, files -> JSONValue in
            let contents = files.map { file -> JSONValue in
                ["name": .string(file.name), "bytes": .string(Data(file.bytes).base64EncodedString())]
            }
            var value: JSONValue = ["files": .list(contents)]
            switch Result(catching: { () throws(WatchHistory.Fault) in try WatchHistory.read(files, from: service, now: now) }) {
            case .success(let reading):
                value["items"] = .list(
                    try reading.items.map { try JSONDecoder().decode(JSONValue.self, from: JSONEncoder.wire.encode($0)) })
                value["leftOut"] = .list(
                    reading.leftOut.map {
                        ["file": .string($0.file), "line": .integer($0.line), "entry": .integer($0.entry), "reason": .string($0.reason)]
                    })
            case .failure(let fault): value["fault"] = ["file": .string(fault.file), "reason": .string(fault.reason)]
            }
            return value
        }
        try compare("history", ["readings": readings])
    }
}

/// Files as Trakt and TV Time export them.
enum HistorySamples {
    static let trakt = """
        [
          {"id": 3, "watched_at": "2025-02-02T20:00:00.000Z", "action": "scrobble", "type": "episode",
           "episode": {"season": 1, "number": 2, "title": "Half Loop", "ids": {"tmdb": 9}},
           "show": {"title": "Severance", "year": 2022, "ids": {"trakt": 1, "tmdb": 95396}}},
          {"id": 2, "watched_at": "2025-01-01T20:00:00.000Z", "action": "watch", "type": "movie",
           "movie": {"title": "Seven Samurai", "year": 1954, "ids": {"tmdb": 346}}},
          {"id": 1, "watched_at": "2024-01-01T20:00:00.000Z", "action": "watch", "type": "episode",
           "episode": {"season": 1, "number": 2, "ids": {}}, "show": {"title": "Severance", "ids": {"tmdb": 95396}}},
          {"id": 4, "watched_at": "2025-01-03T20:00:00.000Z", "type": "movie", "movie": {"title": "Home Video", "year": 1999, "ids": {"tmdb": null}}},
          {"id": 5, "watched_at": "2025-01-04T20:00:00.000Z", "type": "episode",
           "episode": {"season": 2, "number": 1}, "show": {"title": "Our Show", "ids": {}}},
          {"id": 6, "watched_at": "soon", "type": "movie", "movie": {"title": "Never", "ids": {"tmdb": 1}}},
          {"id": 7, "watched_at": "2025-01-04T20:00:00.000Z", "type": "show"}, {}, 7,
          {"id": 8, "watched_at": "0001-01-01T00:00:00.000Z", "type": "movie", "movie": {"title": "Long ago", "ids": {"tmdb": 2}}}
        ]
        """
    static let shows = """
        [{"last_watched_at": "2025-01-01T00:00:00.000Z", "show": {"title": "Severance", "ids": {"tmdb": 95396}},
          "seasons": [{"number": 1, "episodes": [{"number": 1, "plays": 1, "last_watched_at": "2025-01-01T00:00:00.000Z"}, {"number": 2}]}]}]
        """
    static let movies = #"[{"last_watched_at": "2025-01-02T00:00:00.000Z", "movie": {"title": "Heat", "ids": {"tmdb": 949}}}]"#
    /// Its lines end as TV Time's do.
    static let episodes = #"""
        user_id,key,s_id,s_no,ep_no,created_at,series_name
        7,watch-episode-1,371980,1,2,2025-01-01 20:00:00,"Severance, or ""not"""
        7,watch-episode-1,371980,1,2,2024-01-01 20:00:00,x
        7,follow-series-1,371980,1,3,2024-01-01 20:00:00,x
        7,watch-episode-2,,1,2,2025-01-01 20:00:00,x
        7,watch-episode-3,371980,1,3,2025-01-05 22:00:00+02:00,"Severance, or ""not"""
        """#.replacing("\n", with: "\r\n")
    static let films = """
        type,movie_name,release_date,created_at
        watch,"Seven Samurai",1954-04-26 00:00:00,2025-01-02 20:00:00
        towatch,Heat,1995-12-15 00:00:00,2025-01-02 20:00:00
        watch,Our Wedding,,2025-01-03 20:00:00
        """
    /// The values of two columns for one season and of two for one episode, which is the second of the first season.
    static let columns = [",1,2,", "1,,,2", "1,0,,2", "1,x,9,2", " 1 ,,2,"]
    /// The contents of files that can't be read.
    static let unreadable = ["{}", "[", "\u{FFFD}", "7"]

    static func rows(_ values: String) -> String {
        "key,s_id,season_number,s_no,ep_no,episode_number,created_at\nwatch-episode-1,371980,\(values),2025-01-01 20:00:00\n"
    }

    static func file(_ name: String, _ text: String) -> WatchHistory.File { .init(name: name, bytes: Array(text.utf8)) }

    /// Each service with files of one export.
    static var all: [(WatchHistory.Service, [WatchHistory.File])] {
        let mark = "\u{FEFF}"
        let (episodeFile, filmFile) = ("tracking-prod-records-v2.csv", "tracking-prod-records.csv")
        return [
            (.trakt, [file("watched-history-1.json", trakt), file("watched-movies.json", "{"), file("lists.json", "{")]),
            (.trakt, [file("watched-shows-2.json", shows), file("watched-movies.json", movies)]),
            (.trakt, [file("watched-history-1.json", mark + trakt)]),
            (.tvTime, [file(filmFile, mark + films), file(episodeFile, episodes)]),
            (.tvTime, [file(filmFile, "a,b\n1,\"open")]), (.tvTime, [.init(name: filmFile, bytes: [0xFF, 0xFE])]),
        ] + columns.map { (.tvTime, [file(episodeFile, rows($0))]) } + unreadable.map { (.trakt, [file("watched-history.json", $0)]) }
    }
}
