import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: boards")
struct PlayBoardTests {
    private func board(_ evening: PlayFixture, _ person: Person, _ query: PlayBoardQuery) async throws -> PlayBoard {
        try await evening.server.as(person).listPlayBoard(query)
    }

    private func pages(
        _ evening: PlayFixture, _ person: Person, of size: Int, _ query: PlayBoardQuery
    ) async throws -> [PlayBoardEntry] {
        var (walked, after): ([PlayBoardEntry], String?) = ([], nil)
        repeat {
            let page = try await board(evening, person, query.part(after: after, limit: size))
            #expect(page.items.count <= size)
            walked += page.items
            after = page.next
        } while after != nil
        return walked
    }

    /// Requests boards of all kinds as a user, and compares them with sums computed in the test.
    private func check(_ season: inout RandomSeason, on today: Int) async throws {
        for mode in PlayMode.allCases {
            for week in [nil, today / 7, today / 7 - 1] {
                for by in ResultOrder.allCases {
                    for scope in ResultScope.allCases {
                        let query = PlayBoardQuery(
                            mode: mode, period: week == nil ? .all : .week, of: week.map { season.date($0 * 7 + today % 7) }, by: by,
                            scope: scope, limit: 100)
                        let viewer = season.chance(in: season.people.count)
                        let plain = season.board(query, week: week, today: today, seenBy: viewer)
                        let name = "\(mode) \(by) \(scope) of week \(week ?? -1) on day \(today) by \(viewer)"
                        let whole = try await board(season.evening, season.people[viewer], query)
                        #expect(whole.items.map { RandomSeason.Line($0) } == plain, "\(name)")
                        #expect(whole.playerCount == plain.count && whole.next == nil, "\(name)")
                        #expect(whole.from == week.map { season.date($0 * 7) } && whole.to == week.map { season.date($0 * 7 + 6) })
                        guard season.chance(in: 2) == 0 else { continue }
                        let walked = try await pages(season.evening, season.people[viewer], of: 3, query)
                        #expect(walked == whole.items, "pages of \(name)")
                        let place = season.place(of: viewer, query, week: week, today: today)
                        try await checkAround(season, query, plain, place, by: viewer, limit: 1 + season.chance(in: 12))
                    }
                }
            }
        }
    }

    private func checkAround(
        _ season: RandomSeason, _ query: PlayBoardQuery, _ plain: [RandomSeason.Line], _ place: Int?, by viewer: Int, limit: Int
    ) async throws {
        let around = try await board(season.evening, season.people[viewer], query.part(around: .me, limit: limit))
        let start = place.map { max(0, min($0 - (limit - 1) / 2, plain.count - limit)) } ?? plain.count
        let end = place == nil ? start : min(start + limit, plain.count)
        #expect(around.items.map { RandomSeason.Line($0) } == Array(plain[start..<end]), "\(limit) around \(viewer) by \(query)")
        #expect((around.next != nil) == (end < plain.count), "\(limit) around \(viewer) by \(query)")
    }

    /// Shows rules 12.19, 12.30, 12.31 and 12.34.
    @Test("All pages, ranks, neighbourhoods and scopes equal plain sums over past days, at midnight and a second before")
    func sums() async throws {
        try await PlayFixture.with("ada", "bea", "cem", "dan", at: "2026-03-03T12:00:00Z") { evening in
            var season = try await RandomSeason(evening, strangers: ["eve", "fay", "gus", "hal", "ida", "joe"])
            for day in 1...15 {
                try await season.play(on: day, 43_200)
                let today = try await evening.today(season.people[0])
                season.at(day, 86_399)
                try await check(&season, on: day)
                season.at(day + 1, 0)
                try await check(&season, on: day + 1)
                // Plays started before midnight continue, even if their users have already played the new day.
                try await season.playOn(day, in: today)
                try await season.play(on: day + 1, 30)
                season.at(day + 1, 150)
                try await season.playOn(day, in: today)
            }
            #expect(try await evening.wrongCounts() == [])
        }
    }

    /// Shows rules 12.18 and 12.30.
    @Test("Around the fiftieth of a hundred different sums are ranks 48 to 52; users who didn't play have no place")
    func neighbourhood() async throws {
        try await PlayFixture.with("ada") { evening in
            var people: [Person] = []
            for number in 1...100 { people.append(try await evening.server.person("p\(number)")) }
            let id = try await evening.today(evening.ada).timed.id
            for person in people { _ = try await evening.server.as(person).startPlay(challengeID: id) }
            try await evening.server.rows(
                """
                UPDATE plays AS p SET score = 1000 - substr(u.username, 2)::integer, reached_at = started_at, word_count = 1,
                    best_word = 'word', best_score = 9, best_reached_at = started_at
                FROM users AS u WHERE u.tenant_id = p.tenant_id AND u.id = p.user_id
                """)
            let query = PlayBoardQuery(mode: .timed, around: .me, limit: 5)
            #expect(try await board(evening, people[49], query).items.isEmpty)
            evening.at("2026-03-02T00:00:00Z")
            let week = PlayBoardQuery(mode: .timed, of: CalendarDate("2026-02-25"), around: .me, limit: 5)
            let near = try await board(evening, people[49], week)
            #expect(near.items.map(\.rank) == Array(48...52) && near.items[2].user?.username == "p50" && near.playerCount == 100)
            #expect(try await board(evening, evening.ada, week).items.isEmpty)
            // A new week has begun.
            let new = try await board(evening, people[49], PlayBoardQuery(mode: .timed))
            #expect(
                new.items.isEmpty && new.playerCount == 0 && new.from?.description == "2026-03-02" && new.to?.description == "2026-03-08")
            let all = try await board(evening, people[49], PlayBoardQuery(mode: .timed, period: .all, around: .me, limit: 5))
            #expect(all.items.map(\.score) == Array((948...952).reversed()) && all.from == nil && all.to == nil)
            let results = try await evening.results(people[49], .init(challengeID: id, around: .me, limit: 5))
            #expect(results.items.map(\.rank) == Array(48...52))
        }
    }

    /// Shows rule 12.31.
    @Test("A day's plays count once the day is over, and each mode has its own boards")
    func counted() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            try await evening.play(evening.ada, 6)
            let empty = try await board(evening, evening.ada, .init(mode: .timed, period: .all))
            #expect(empty.items.isEmpty && empty.playerCount == 0)
            evening.at("2026-03-02T00:00:00Z")
            let entries = try await board(evening, evening.bea, .init(mode: .timed, period: .all)).items
            #expect(entries.count == 1 && entries[0].user?.username == "ada" && entries[0].score == 861 && entries[0].days == 1)
            #expect(entries[0].rank == 1 && entries[0].bestWord == PlayedWord(word: "guinea", score: 192))
            #expect(try await board(evening, evening.bea, .init(mode: .untimed, period: .all)).items.isEmpty)
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 12.30.
    @Test("A board without mode, with a week of all time, a week beyond the calendar or a forged cursor is invalid")
    func invalid() async throws {
        try await PlayFixture.with("ada") { evening in
            for query in [
                "", "mode=slow", "mode=timed&period=day", "mode=timed&period=all&of=2026-03-01", "mode=timed&of=9999-12-31",
                "mode=timed&of=2026-02-30", "mode=timed&after=nonsense", "mode=timed&around=me&after=MQ", "mode=timed&limit=101",
            ] {
                let answer = try await evening.server.call(.get, "/v1/boards?\(query)", token: evening.ada.token)
                #expect(answer.code == .invalid, "\(query): \(answer.text)")
            }
            for day in ["0001-01-01", "9999-12-26"] {
                let answer = try await evening.server.call(.get, "/v1/boards?mode=timed&of=\(day)", token: evening.ada.token)
                #expect(try answer.expecting(200, PlayBoard.self).items.isEmpty, "\(day)")
            }
        }
    }

    /// Shows rule 12.30.
    @Test("A week lasts from Monday to Sunday", arguments: ["2026-03-02", "2026-03-05", "2026-03-08"])
    func week(day: String) throws {
        let week = try #require(CalendarDate(day).flatMap { Week(of: $0) })
        #expect(week.from.description == "2026-03-02" && week.to.description == "2026-03-08")
        #expect(CalendarDate("1969-12-31").flatMap { Week(of: $0) }?.from.description == "1969-12-29")
        #expect(CalendarDate("9999-12-27").flatMap { Week(of: $0) } == nil)
    }

    /// Shows rule 12.31.
    @Test("If a new day zone makes it an earlier day, users who played later days stay on the board with their earlier scores")
    func earlierAgain() async throws {
        try await PlayFixture.with("ada", at: "2026-03-01T23:00:00Z", zone: "UTC") { evening in
            try await evening.play(evening.ada, 6)
            evening.at("2026-03-02T01:00:00Z")
            let play = try await evening.start(evening.ada)
            try await evening.server.rows(
                """
                UPDATE plays SET score = 9, reached_at = started_at, word_count = 1, best_word = 'word', best_score = 9,
                    best_reached_at = started_at WHERE id = \(play.id)
                """)
            try await evening.server.setPlay(.init(dayZone: "America/New_York"))
            #expect(try await evening.today(evening.ada).day.description == "2026-03-01")
            #expect(try await board(evening, evening.ada, .init(mode: .timed, period: .all)).items.map(\.score) == [861])
            try await evening.server.setPlay(.init(dayZone: "Pacific/Kiritimati"))
            #expect(try await board(evening, evening.ada, .init(mode: .timed, period: .all)).items.map(\.score) == [861])
            evening.at("2026-03-03T00:00:00Z")
            #expect(try await board(evening, evening.ada, .init(mode: .timed, period: .all)).items.map(\.score) == [870])
        }
    }
}

extension PlayBoardQuery {
    /// Returns a query for another part of the same board.
    fileprivate func part(around: ResultPlace? = nil, after: String? = nil, limit: Int) -> PlayBoardQuery {
        PlayBoardQuery(mode: mode, period: period, of: of, by: by, scope: scope, around: around, after: after, limit: limit)
    }
}
