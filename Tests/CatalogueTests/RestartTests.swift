import DavenportAPI
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Catalogue
@testable import TMDBStandIn

@Suite("rules 8: the cache survives crashes of the database", .generousTimeLimit)
struct RestartTests {
    /// Ten series per round, so that each round has series of its own.
    static let crowds = [1...10, 11...20]

    /// Shows rule 8.3.
    @Test("PostgreSQL is killed while ten series are refreshed: requests are at most 503, and nothing is half written")
    func killed() async throws {
        try await OwnPostgres.run { postgres in
            try await TMDBStandIn.run { tmdb in
                tmdb.change { $0.shows = Self.crowds.joined().map(Self.show) }
                var deadlines = CatalogueDeadlines()
                deadlines.lookUp = .seconds(60)
                try await TestServer.with(tmdb: .of(tmdb), deadlines: deadlines, database: postgres.database) { server in
                    let evening = CatalogueFixture(server: server, tmdb: tmdb, ada: try await server.person("ada"))
                    let people = [evening.ada, try await server.person("bea"), try await server.person("cem")]
                    for shows in Self.crowds { try await evening.lookUp(shows, as: people) }
                    // Every episode is renumbered. A season's new form and its series' mark must be stored together.
                    tmdb.change { library in
                        for index in library.shows.indices {
                            for episode in library.shows[index].seasons[0].episodes.indices {
                                library.shows[index].seasons[0].episodes[episode].episodeNumber += 10
                            }
                        }
                    }
                    server.clock.advance(by: 90_000)
                    for (shows, isAmidStoring) in zip(Self.crowds, [false, true]) {
                        try await evening.restart(postgres, askingFor: shows, as: people, amidStoring: isAmidStoring)
                    }
                }
            }
        }
    }

    private static func show(_ id: Int) -> Library.Show {
        let episodes = (1...5).map { number in
            Library.Episode(id: 100 * id + number, episodeNumber: number, name: "Part \(number)", airDate: CalendarDate("2020-01-01"))
        }
        return Library.Show(id: id, name: "Show \(id)", seasons: [.init(id: 100 * id, seasonNumber: 1, episodes: episodes)])
    }
}

extension CatalogueFixture {
    fileprivate func lookUp(_ shows: ClosedRange<Int>, as people: [Person]) async throws {
        for show in shows {
            for path in ["tv/\(show)", "tv/\(show)/seasons/1"] { #expect(try await get(path, as: people[show % 3]).status == 200) }
        }
    }

    /// Requests a refresh of the series' seasons, kills PostgreSQL before or while the answers are stored, and starts it
    /// again.
    fileprivate func restart(
        _ postgres: OwnPostgres, askingFor shows: ClosedRange<Int>, as people: [Person], amidStoring: Bool
    ) async throws {
        tmdb.forget()
        tmdb.add(Rule(.hold))
        for show in shows { #expect(try await get("tv/\(show)/seasons/1", as: people[show % 3]).text.contains("\"stale\":true")) }
        try await eventually("ten are asked for") { tmdb.asked.count { $0.path.hasSuffix("/season/1") } == 10 }
        let end = Flag()
        async let statuses = withThrowingTaskGroup(of: Set<Int>.self) { group in
            for person in people {
                group.addTask {
                    var statuses: Set<Int> = []
                    while !end.isUp.withLock({ $0 }) {
                        statuses.insert(try await get("tv/\(shows.randomElement() ?? 1)/seasons/1", as: person).status)
                    }
                    return statuses
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.formUnion($1) }
        }
        if amidStoring {
            try await crash(postgres, whileStoring: shows)
        } else {
            try await postgres.crash()
            tmdb.clear()
        }
        try await postgres.start()
        try await expectWhole(shows)
        try await eventually("all are refreshed") {
            try await shows.asyncAllSatisfy { show in
                let answer = try await get("tv/\(show)/seasons/1", as: people[show % 3])
                return answer.status == 200 && !answer.text.contains("stale") && answer.text.contains("\"episode\":11")
            }
        }
        end.isUp.withLock { $0 = true }
        #expect(try await statuses.isSubset(of: [200, 503]))
        try await expectWhole(shows)
    }

    /// Lets the answers arrive, and kills PostgreSQL while a season is locked whose series would be marked together
    /// with it.
    private func crash(_ postgres: OwnPostgres, whileStoring shows: ClosedRange<Int>) async throws {
        let keys = shows.prefix(5).map { "en-US tv/\($0)/season/1" }
        // The task ends when PostgreSQL is killed.
        let holding = Task {
            try? await server.rows(
                """
                WITH held AS MATERIALIZED (SELECT key FROM catalogue_entries WHERE key = ANY (\(keys)::text[]) FOR UPDATE)
                SELECT pg_sleep(600) FROM (SELECT count(*) FROM held) AS h
                """)
        }
        try await eventually("some are held") {
            try await server.database.count("pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'") == 1
        }
        tmdb.clear()
        try await eventually("one is half stored") { try await server.database.count("pg_locks WHERE NOT granted") > 0 }
        try await postgres.crash()
        _ = await holding.value
    }

    /// Expects each season to be old or new as a whole, and its series to be marked only if it is new.
    private func expectWhole(_ shows: ClosedRange<Int>) async throws {
        var rows: Rows?
        try await eventually("the database answers") {
            rows = try? await server.rows(
                """
                SELECT s.key, e.answer, e.fetched_at IS NOT NULL AS is_answered, s.renumbered FROM catalogue_entries AS s
                JOIN catalogue_entries AS e ON e.key = s.key || '/season/1'
                """)
            return rows != nil
        }
        let keys = Set(shows.map { "en-US tv/\($0)" })
        var count = 0
        for row in try #require(rows) where keys.contains(try row["key"]) {
            count += 1
            let (answer, isAnswered, isMarked): (String?, Bool, Bool) = (try row["answer"], try row["is_answered"], try row["renumbered"])
            let numbers = try #require(answer).matches(of: /"episode_number":(\d+)/).compactMap { Int($0.1) }.sorted()
            #expect(isAnswered && (numbers == Array(1...5) && !isMarked || numbers == Array(11...15) && isMarked))
        }
        #expect(count == shows.count)
    }
}

private final class Flag: Sendable {
    let isUp = Mutex(false)
}

extension Sequence {
    fileprivate func asyncAllSatisfy(_ condition: (Element) async throws -> Bool) async rethrows -> Bool {
        for element in self where try await !condition(element) { return false }
        return true
    }
}
