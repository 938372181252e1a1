import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: striking")
struct StrikeTests {
    private func strikes(_ evening: PlayFixture) async throws -> [UUID?] {
        try await evening.server.rows("SELECT subject_id FROM audit_entries WHERE event = 'play.struck' ORDER BY at, id").map {
            try $0["subject_id"]
        }
    }

    private func strike(_ evening: PlayFixture, _ person: Person, _ play: Play) async throws {
        _ = try await evening.server.as(person).strikePlay(playID: play.id)
    }

    private func codeOfStriking(_ evening: PlayFixture, _ person: Person, _ playID: UUID) async throws -> Problem.Code? {
        try await evening.server.call(.delete, "/v1/plays/\(playID)", token: person.token).code
    }

    /// Shows rule 12.32.
    @Test("An admin can strike plays that are open to them and no others, and a member none")
    func allowed() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let ana = try await evening.server.person("ana", role: .admin)
            let play = try await evening.play(evening.ada, 6)
            #expect(try await codeOfStriking(evening, ana, play.id) == .notFound)
            try await evening.play(evening.bea, 0)
            try await evening.play(ana, 0)
            #expect(try await codeOfStriking(evening, ana, UUID()) == .notFound)
            #expect(try await codeOfStriking(evening, evening.bea, play.id) == .forbidden)
            #expect(try await strikes(evening).isEmpty)
            try await strike(evening, ana, play)
            #expect(try await codeOfStriking(evening, ana, play.id) == .notFound)
            #expect(try await strikes(evening) == [evening.ada.id])
        }
    }

    /// Shows rules 12.32 and 12.33.
    @Test("A struck play counts nowhere, and exists for its player alone")
    func struck() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let ana = try await evening.server.person("ana", role: .admin)
            let play = try await evening.play(evening.ada, 6)
            let other = try await evening.play(evening.bea, 3)
            try await evening.play(ana, 0)
            let query = ResultQuery(challengeID: play.challengeID)
            #expect(try await evening.results(ana, query).items.map(\.rank) == [1, 2])
            try await strike(evening, ana, play)
            for person in [ana, evening.bea, evening.ada] {
                let results = try await evening.results(person, query)
                #expect(results.items.map(\.user?.username) == ["bea"] && results.items[0].rank == 1 && results.playCount == 1)
                let challenge = try await evening.server.as(person).showChallenge(challengeID: query.challengeID)
                #expect(challenge.playCount == 1)
                let code = try await evening.server.call(.get, "/v1/plays/\(play.id)", token: person.token).code
                #expect(code == (person.id == evening.ada.id ? nil : .notFound))
            }
            let seen = try await evening.server.as(ana).showPlay(playID: other.id)
            #expect(seen.struck == nil && seen.rank == 1)
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 12.33.
    @Test("The player sees the struck play as over, without a rank; starting again returns it, and moves are refused")
    func own() async throws {
        try await PlayFixture.with("ada") { evening in
            let ana = try await evening.server.person("ana", role: .admin)
            let play = try await evening.play(evening.ada, 6)
            try await evening.play(ana, 0)
            try await strike(evening, ana, play)
            let own = try await evening.server.as(evening.ada).showPlay(playID: play.id)
            #expect(own.struck == true && own.over && own.rank == nil && own.moves == play.moves && own.overAt == play.overAt)
            let again = try await evening.server.as(evening.ada).startPlay(challengeID: play.challengeID)
            let (isNew, second) = (again.isNew, again.value)
            #expect(!isNew && second == own)
            let today = try await evening.today(evening.ada)
            #expect(today.streak == 0 && today.timed.mine?.rank == nil && today.timed.mine?.over == true)
            let late = Move(at: 70_000, cubelet: Cubelet.all[26])
            #expect(try await refusalProblem { try await evening.send(evening.ada, own, from: 6, [late]) }?.code == .playOver)
        }
    }

    /// Shows rules 12.32 and 12.33.
    @Test("Striking a running play ends it; one's own running play must be played first")
    func running() async throws {
        try await PlayFixture.with("ada") { evening in
            let ana = try await evening.server.person("ana", role: .owner)
            let mine = try await evening.start(ana, .untimed)
            #expect(try await refusalProblem { _ = try await evening.server.as(ana).strikePlay(playID: mine.id) }?.code == .playFirst)
            try await evening.send(ana, mine, [], finish: true)
            let play = try await evening.start(evening.ada, .untimed)
            evening.at("2026-03-01T12:10:00Z")
            try await evening.send(evening.ada, play, [Move(at: 0, cubelet: Cubelet.all[26])])
            _ = try await evening.server.as(ana).strikePlay(playID: play.id)
            let own = try await evening.server.as(evening.ada).showPlay(playID: play.id)
            #expect(own.over && own.overAt == "2026-03-01T12:10:00Z".date && own.elapsed == nil && own.struck == true)
            let more = Move(at: 1, cubelet: Cubelet.all[25])
            #expect(try await refusalProblem { try await evening.send(evening.ada, play, from: 1, [more]) }?.code == .playOver)
            // The struck play is open to her, as any other finished play is.
            #expect(try await evening.results(evening.ada, .init(challengeID: play.challengeID)).items.isEmpty)
            // An owner can strike their own play too, once.
            evening.server.clock.advance(by: 1)
            _ = try await evening.server.as(ana).strikePlay(playID: mine.id)
            _ = try await evening.server.as(ana).strikePlay(playID: mine.id)
            #expect(try await strikes(evening) == [evening.ada.id, ana.id])
        }
    }

    /// Shows rules 12.32 and 12.34.
    @Test("Boards and streaks are as if the struck play had never been played")
    func boards() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let ana = try await evening.server.person("ana", role: .admin)
            var plays: [Play] = []
            for (day, count) in [(1, 6), (2, 1), (3, 3)] {
                evening.at("2026-03-0\(day)T12:00:00Z")
                let play = try await evening.start(evening.ada)
                try await evening.server.rows(
                    """
                    UPDATE plays SET score = \(count), reached_at = started_at, word_count = 1, best_word = 'word', best_score = \(count),
                        best_reached_at = started_at WHERE id = \(play.id)
                    """)
                plays.append(play)
            }
            evening.at("2026-03-04T00:00:00Z")
            let all = { (mode: PlayMode) in
                try await evening.server.as(evening.bea).listPlayBoard(.init(mode: mode, period: .all)).items
            }
            #expect(try await all(.timed).map { [$0.score, $0.days, $0.bestWord.score] } == [[10, 3, 6]])
            #expect(try await evening.today(evening.ada).streak == 3)
            for (struck, left, streak) in [(0, [[4, 2, 3]], 2), (2, [[1, 1, 1]], 0), (1, [], 0)] {
                _ = try await evening.server.as(ana).strikePlay(playID: plays[struck].id)
                #expect(try await all(.timed).map { [$0.score, $0.days, $0.bestWord.score] } == left)
                #expect(try await evening.today(evening.ada).streak == streak)
                #expect(try await evening.wrongCounts() == [])
            }
            let week = try await evening.server.as(evening.bea).listPlayBoard(.init(mode: .timed, of: CalendarDate("2026-03-01")))
            #expect(week.items.isEmpty && week.playerCount == 0)
        }
    }

    /// Shows rule 12.35.
    @Test("An admin can strike a nameless player's play, without seeing the name or a move")
    func nameless() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let ana = try await evening.server.person("ana", role: .admin)
            let plays = [try await evening.play(evening.ada, 6), try await evening.play(evening.bea, 3)]
            try await evening.server.block(evening.ada, ana)
            try await evening.server.nameToFriends(evening.bea)
            let cem = try await evening.server.person("cem")
            try await evening.play(cem, 0)
            #expect(try await codeOfStriking(evening, ana, plays[0].id) == .notFound, "it isn't open to her yet")
            try await evening.play(ana, 0)
            let query = ResultQuery(challengeID: plays[0].challengeID)
            let seen = try await evening.results(ana, query).items
            #expect(seen.map(\.playID) == plays.map(\.id) && seen.allSatisfy { $0.user == nil })
            #expect(try await evening.results(cem, query).items.map(\.playID) == [plays[0].id, nil])
            for play in plays {
                let shown = try await evening.server.call(.get, "/v1/plays/\(play.id)", token: ana.token)
                #expect(shown.code == .notFound)
                evening.server.clock.advance(by: 1)
                try await strike(evening, ana, play)
                #expect(try await codeOfStriking(evening, ana, play.id) == .notFound)
            }
            #expect(try await evening.results(ana, query).items.isEmpty)
            #expect(try await strikes(evening) == [evening.ada.id, evening.bea.id])
        }
    }

    /// Shows rule 12.32.
    @Test("Of many concurrent strikes of one play, one succeeds")
    func race() async throws {
        try await PlayFixture.with("ada") { evening in
            let ana = try await evening.server.person("ana", role: .admin)
            let play = try await evening.play(evening.ada, 6)
            try await evening.play(ana, 3)
            try await concurrently(0..<10) { _ in
                do { _ = try await evening.server.as(ana).strikePlay(playID: play.id) } catch APIError.problem(let problem, _) {
                    #expect(problem.code == .notFound)
                }
            }
            #expect(try await strikes(evening) == [evening.ada.id])
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
        }
    }
}
