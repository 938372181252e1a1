import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules.md 12: striking")
struct StrikeTests {
    private func strikes(_ evening: PlayEvening) async throws -> [UUID?] {
        try await evening.server.rows("SELECT subject_id FROM audit_entries WHERE event = 'play.struck' ORDER BY at, id").map { try $0["subject_id"] }
    }

    @Test("An admin strikes what is open to them: it counts nowhere any more, is over, and stays with its player alone; there is no second")
    func struck() async throws {
        try await PlayEvening.with("ada", "bea") { evening in
            let ana = try await evening.server.person("ana", role: .admin)
            let admin = evening.server.as(ana)
            let plays = [try await evening.play(evening.ada, 6), try await evening.play(evening.bea, 3)]
            let query = ResultQuery(challengeID: plays[0].challengeID)
            #expect(try await whyRefused { _ = try await admin.strikePlay(playID: plays[0].id) }?.code == .notFound)
            try await evening.play(ana, 0)
            #expect(try await whyRefused { _ = try await admin.strikePlay(playID: UUID()) }?.code == .notFound)
            let member = try await whyRefused { _ = try await evening.server.as(evening.bea).strikePlay(playID: plays[0].id) }
            #expect(member?.code == .forbidden)
            #expect(try await strikes(evening).isEmpty)
            #expect(try await evening.results(ana, query).items.map(\.rank) == [1, 2])

            _ = try await admin.strikePlay(playID: plays[0].id)
            for person in [ana, evening.bea, evening.ada] {
                let results = try await evening.results(person, query)
                #expect(results.items.map(\.user?.username) == ["bea"] && results.items[0].rank == 1 && results.playCount == 1)
                let challenge = try await evening.server.as(person).showChallenge(challengeID: query.challengeID)
                #expect(challenge.playCount == 1)
            }
            for person in [ana, evening.bea] {
                #expect(try await whyRefused { _ = try await evening.server.as(person).showPlay(playID: plays[0].id) }?.code == .notFound)
            }
            #expect(try await whyRefused { _ = try await admin.strikePlay(playID: plays[0].id) }?.code == .notFound)
            #expect(try await strikes(evening) == [evening.ada.id])

            let own = try await evening.server.as(evening.ada).showPlay(playID: plays[0].id)
            #expect(own.struck == true && own.over && own.rank == nil && own.moves == plays[0].moves && own.overAt == plays[0].overAt)
            let again = try await evening.server.as(evening.ada).startPlay(challengeID: query.challengeID)
            #expect(!again.isNew && again.value == own)
            let today = try await evening.today(evening.ada)
            #expect(today.streak == 0 && today.timed.mine?.rank == nil && today.timed.mine?.over == true)
            let late = Move(at: 70_000, cubelet: Cubelet.all[26])
            #expect(try await whyRefused { try await evening.send(evening.ada, own, from: 6, [late]) }?.code == .playOver)
            #expect(try await evening.server.as(evening.bea).showPlay(playID: plays[1].id).struck == nil)
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
        }
    }

    @Test("A play that runs is over when it is struck; one's own running play is first to be played")
    func running() async throws {
        try await PlayEvening.with("ada") { evening in
            let ana = try await evening.server.person("ana", role: .owner)
            let mine = try await evening.start(ana, .untimed)
            #expect(try await whyRefused { _ = try await evening.server.as(ana).strikePlay(playID: mine.id) }?.code == .playFirst)
            try await evening.send(ana, mine, [], finish: true)
            let play = try await evening.start(evening.ada, .untimed)
            evening.at("2026-03-01T12:10:00Z")
            try await evening.send(evening.ada, play, [Move(at: 0, cubelet: Cubelet.all[26])])
            _ = try await evening.server.as(ana).strikePlay(playID: play.id)
            let own = try await evening.server.as(evening.ada).showPlay(playID: play.id)
            #expect(own.over && own.overAt == "2026-03-01T12:10:00Z".date && own.elapsed == nil && own.struck == true)
            let more = Move(at: 1, cubelet: Cubelet.all[25])
            #expect(try await whyRefused { try await evening.send(evening.ada, play, from: 1, [more]) }?.code == .playOver)
            // What it was over by is open to her, as any play of hers that is over.
            #expect(try await evening.results(evening.ada, .init(challengeID: play.challengeID)).items.isEmpty)
            // An owner's own play too, once.
            _ = try await evening.server.as(ana).strikePlay(playID: mine.id)
            _ = try await evening.server.as(ana).strikePlay(playID: mine.id)
            #expect(try await strikes(evening) == [evening.ada.id, ana.id])
        }
    }

    @Test("Boards are as if it had never been played, and so are streaks")
    func boards() async throws {
        try await PlayEvening.with("ada", "bea") { evening in
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
                #expect(try await evening.server.database.wrongDerivedColumns() == [])
            }
            let week = try await evening.server.as(evening.bea).listPlayBoard(.init(mode: .timed, of: CalendarDate("2026-03-01")))
            #expect(week.items.isEmpty && week.playerCount == 0)
        }
    }

    @Test("Of many who strike one play at once, one does")
    func race() async throws {
        try await PlayEvening.with("ada") { evening in
            let ana = try await evening.server.person("ana", role: .admin)
            let play = try await evening.play(evening.ada, 6)
            try await evening.play(ana, 3)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        do { _ = try await evening.server.as(ana).strikePlay(playID: play.id) } catch APIError.problem(let problem, _) {
                            #expect(problem.code == .notFound)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await strikes(evening) == [evening.ada.id])
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
        }
    }
}
