import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 12: own challenges in history, words and weeks")
struct OwnHistoryTests {
    /// Shows rule 12.37.
    @Test("Own challenges appear among daily ones by their start, for members alone, by kind and mode, in pages of any size")
    func history() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            var (daily, made): ([Challenge], [Challenge]) = ([], [])
            for day in 1...4 {
                evening.at("2026-03-0\(day)T12:00:00Z")
                let today = try await evening.today(evening.ada)
                daily += [today.timed, today.untimed]
                for mode in PlayMode.allCases {
                    let new = NewChallenge(mode: mode, friendIDs: day.isMultiple(of: 2) ? [evening.bea.id] : [])
                    made.append(try await evening.server.as(evening.ada).createChallenge(new).value)
                    evening.server.clock.advance(by: 60)
                }
            }
            // If a user joins later, the history still lists the challenge by its start.
            _ = try await evening.server.as(evening.bea).joinChallenge(code: try #require(made[0].code))
            for (person, own) in zip(evening.people, [made, [made[0]] + made[2...3] + made[6...7], []]) {
                let all = (daily + own).sorted { ($0.startsAt, $0.id.lowercased) > ($1.startsAt, $1.id.lowercased) }
                for kind: ChallengeKind? in [nil, .daily, .own] {
                    for mode: PlayMode? in [nil, .timed, .untimed] {
                        let expected = all.filter { (kind == nil || $0.kind == kind) && (mode == nil || $0.mode == mode) }.map(\.id)
                        for limit in [1, 3, 100] {
                            let query = ChallengeQuery(kind: kind, mode: mode, limit: limit)
                            let listed = try await evening.server.as(person).all(Endpoints.listChallenges, query).array()
                            let what = "\(person.username), \(String(describing: kind)), \(String(describing: mode))"
                            #expect(listed.map(\.id) == expected, "\(what)")
                        }
                    }
                }
            }
            #expect(try await evening.server.delete(evening.ada).status == 204)
            let left = try await evening.server.as(evening.bea).listChallenges(ChallengeQuery(kind: .own)).items
            #expect(left.count == 5 && left.allSatisfy { $0.maker == nil })
        }
    }

    /// Shows rule 12.42.
    @Test("Words of own challenges are listed and no longer new, but add no day, streak, week or best score")
    func words() async throws {
        try await PlayFixture.with("ada") { evening in
            let client = evening.server.as(evening.ada)
            let own = try await client.createChallenge(NewChallenge(mode: .timed)).value
            let alone = PastPlay(evening.ada, own, [("tea", 99), ("ale", 9)], at: evening.server.clock.now)
            try await alone.write(evening.server)
            let before = try await (client.showPlayProfile(), client.showPlayWeek(PlayWeekQuery()))
            #expect(before.0.wordCount == 2 && before.0.daysPlayed == 0 && before.0.streak == 0 && before.0.longestStreak == 0)
            #expect(before.0.bestTimed == nil && before.0.bestWord == nil)
            #expect(before.1.words == 0 && before.1.newWords == 0 && before.1.plays == 0 && before.1.timed == nil)
            evening.server.clock.advance(by: 3600)
            let timed = try await evening.today(evening.ada).timed
            let daily = PastPlay(evening.ada, timed, [("tea", 12), ("cub", 9)], at: evening.server.clock.now)
            try await daily.write(evening.server)
            let week = try await client.showPlayWeek(PlayWeekQuery())
            #expect(week.words == 2 && week.newWords == 1 && week.bestWord == PlayedWord(word: "tea", score: 12) && week.streak == 1)
            let words = try await client.listMyWords(MyWordQuery()).items
            #expect(words.map(\.word) == ["tea", "ale", "cub"] && words[0].times == 2 && words[0].playID == alone.id)
            let profile = try await client.showPlayProfile()
            #expect(profile.wordCount == 4 && profile.daysPlayed == 1 && profile.bestTimed == .init(playID: daily.id, score: 21))
        }
    }
}
