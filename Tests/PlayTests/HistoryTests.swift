import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: history")
struct HistoryTests {
    /// Shows rule 12.37.
    @Test("The history has daily challenges newest first, played or not, with one's own score and rank, in pages of any size")
    func pages() async throws {
        try await PlayFixture.with("ada", "bea", "cem", at: "2026-01-05T12:00:00Z") { evening in
            let past = try await PastPlays.happen(evening, days: 15, seed: 8)
            // A day on which nobody sent a request has no challenge.
            evening.server.clock.advance(by: 86_400)
            let challenges = past.challenges.sorted { ($0.startsAt, $0.id.lowercased) > ($1.startsAt, $1.id.lowercased) }
            for person in evening.people {
                for mode: PlayMode? in [nil, .timed, .untimed] {
                    let expected = challenges.filter { mode == nil || $0.mode == mode }
                    for limit in [1, 7, 100] {
                        let query = ChallengeQuery(mode: mode, limit: limit)
                        let all = try await evening.server.as(person).all(Endpoints.listChallenges, query).array()
                        #expect(all.map(\.id) == expected.map(\.id))
                        #expect(all.map(\.mine) == expected.map { past.mine(of: person, in: $0) }, "\(person.username) by \(limit)")
                        #expect(all.map(\.playCount) == expected.map { past.ranked(in: $0).count })
                    }
                }
            }
            #expect(try await evening.server.rows("SELECT FROM challenges").count == 30)
        }
    }

    /// Shows rule 12.37.
    @Test("Today's challenges are in the history once requested; a running play has no rank and shows no letters")
    func today() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let list = { (person: Person) in try await evening.server.as(person).listChallenges(ChallengeQuery()).items }
            #expect(try await list(evening.ada).isEmpty)
            let play = try await evening.start(evening.ada)
            #expect(Set(try await list(evening.bea).map(\.mode)) == [.timed, .untimed])
            #expect(try await list(evening.bea).allSatisfy { $0.mine == nil && !$0.ended })
            evening.at("2026-03-01T12:01:00Z")
            try await evening.send(evening.ada, play, evening.game)
            let running = try #require(try await list(evening.ada).first { $0.id == play.challengeID })
            #expect(running.mine == .init(playID: play.id, over: false, score: 861, wordCount: 5, rank: nil) && running.playCount == 1)
            try await evening.play(evening.bea, 3)
            evening.at("2026-03-01T12:10:00Z")
            #expect(try await list(evening.ada).first { $0.id == play.challengeID }?.mine?.rank == 1)
            #expect(try await list(evening.bea).first { $0.id == play.challengeID }?.mine?.rank == 2)
            let answer = try await evening.server.call(.get, "/v1/challenges?kind=daily", token: evening.bea.token)
            #expect(answer.status == 200 && !answer.text.contains("letters") && !answer.text.contains(play.letters))
            let attic = try await evening.server.otherTenant(features: [.play])
            #expect(try await list(try await evening.server.person("cyd", in: attic)).isEmpty)
        }
    }

    /// Shows rule 12.37.
    @Test("A forged cursor, and an unknown kind or mode, is invalid")
    func invalid() async throws {
        try await PlayFixture.with("ada") { evening in
            try await evening.start(evening.ada)
            for query in ["kind=opera", "mode=slow", "limit=0", "limit=101", "after=nonsense", "after=MQ", "after=MSAx"] {
                let answer = try await evening.server.call(.get, "/v1/challenges?\(query)", token: evening.ada.token)
                #expect(answer.code == .invalid && answer.faultyFields == [String(query.split(separator: "=")[0])], "\(query): \(answer)")
            }
        }
    }

    /// Shows rule 12.37.
    @Test("A page of ten years of history is read by an index, and costs as much as the first page wherever it begins")
    func cost() async throws {
        try await PlayFixture.with("ada") { evening in
            let tenant = evening.server.tenant.id
            try await evening.server.rows(
                """
                INSERT INTO challenges (tenant_id, id, kind, mode, language, day, letters, starts_at, ends_at, created_at)
                SELECT \(tenant)::uuid, gen_random_uuid(), 'daily', m, 'en', d, repeat('a', 81), d, d + interval '1 day', d
                FROM generate_series(timestamp '2016-01-01', timestamp '2025-12-31', interval '1 day') AS d,
                    unnest(ARRAY['timed', 'untimed']) AS m
                """)
            try await evening.server.rows("ANALYZE challenges")
            let middle = HistoryPlace(startsAt: "2020-06-01T00:00:00Z".date, challengeID: UUID())
            for (query, place) in [
                (ChallengeQuery(), nil), (ChallengeQuery(), middle), (ChallengeQuery(kind: .daily, mode: .timed), middle),
            ] {
                let cost = try await evening.cost { HistoryRepository($0, of: evening.ada.id).statement(query, after: place, limit: 41) }
                #expect(cost.plan.contains("challenges_daily") && !cost.plan.contains("Seq Scan on challenges"), "\(cost.plan)")
                #expect(cost.pages < 150, "\(cost.plan)")
            }
        }
    }

    /// Shows rule 12.34.
    @Test("The number of players and one's own rank are summed from few rows, however many scores there are")
    func cards() async throws {
        try await PlayFixture.with("ada", at: "2026-01-05T12:00:00Z") { evening in
            let (tenant, ada) = (evening.server.tenant.id, evening.ada.id)
            var ids: [UUID] = []
            for day in 5...9 {
                evening.at("2026-01-0\(day)T12:00:00Z")
                let today = try await evening.today(evening.ada)
                ids += [today.timed.id, today.untimed.id]
            }
            // There is one play for each score from 0 to 3,999. Summing all of them would read 4,000 rows twice.
            try await evening.server.rows(
                """
                INSERT INTO score_counts (tenant_id, challenge_id, measure, score, plays)
                SELECT \(tenant)::uuid, c, m.measure, m.score, count(*)
                FROM unnest(\(ids)::uuid[]) AS c, generate_series(0, 3999) AS s, play_measures(s, s) AS m
                GROUP BY c, m.measure, m.score
                """)
            try await evening.server.rows(
                """
                INSERT INTO plays (tenant_id, id, challenge_id, user_id, started_at, ends_at, score, reached_at, word_count, best_word,
                    best_score, best_reached_at)
                SELECT \(tenant)::uuid, gen_random_uuid(), c, \(ada)::uuid, t, t + interval '3 minutes', 1000, t, 1, 'word', 9, t
                FROM unnest(\(ids)::uuid[]) AS c, (SELECT '2026-01-05T12:00:00Z'::timestamptz AS t) AS t
                """)
            try await evening.server.rows("ANALYZE score_counts, plays, challenges")
            let listed = try await evening.server.as(evening.ada).listChallenges(ChallengeQuery()).items
            #expect(listed.count == 10 && listed.allSatisfy { $0.playCount == 4001 && $0.mine?.rank == 3000 })
            let all = ids
            let cost = try await evening.cost { ChallengeRepository($0, seenBy: ada, by: WordLists([])).statement(all) }
            #expect(cost.pages < 2500, "\(cost.plan)")
        }
    }
}

extension PlayFixture {
    /// Returns the cost of a statement, run as the server's role.
    fileprivate func cost(of statement: @Sendable (TenantTransaction) -> SQL) async throws -> StatementCost {
        try await Database(pool: server.database.app, clock: server.clock.wall).transaction(in: server.tenant.id) {
            try await $0.cost(of: statement($0))
        }
    }
}

extension PastPlays {
    /// Returns the plays that have a rank.
    fileprivate func ranked(in challenge: Challenge) -> [PastPlay] { plays.filter { $0.challenge.id == challenge.id && $0.counts } }

    /// Returns the user's expected own play.
    fileprivate func mine(of person: Person, in challenge: Challenge) -> Challenge.Mine? {
        plays.first { $0.challenge.id == challenge.id && $0.userID == person.id }.map { play in
            let rank = 1 + ranked(in: challenge).count { $0.score > play.score }
            return .init(
                playID: play.id, over: true, score: play.score, wordCount: play.words.count, rank: play.counts ? rank : nil)
        }
    }
}
