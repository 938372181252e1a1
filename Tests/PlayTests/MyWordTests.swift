import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 12: my words")
struct MyWordTests {
    /// Shows rules 12.40 and 12.42.
    @Test(
        "With random plays each word is listed once, with its count, best score and that play, first and last time, in pages of any size")
    func counted() async throws {
        try await PlayFixture.with("ada", "bea", at: "2026-01-05T12:00:00Z") { evening in
            let past = try await PastPlays.happen(evening, days: 20, seed: 3)
            for person in evening.people {
                let words = past.knownWords(of: person)
                #expect(words.count > 15 && words.contains { $0.times > 2 })
                let expected: [MyWordOrder: [MyWord]] = [
                    .score: words.sorted { (-$0.bestScore, $0.word) < (-$1.bestScore, $1.word) },
                    .recent: words.sorted { ($0.lastAt, $0.word) > ($1.lastAt, $1.word) },
                ]
                for order in MyWordOrder.allCases {
                    for limit in [1, 7, 100] {
                        let query = MyWordQuery(order: order, limit: limit)
                        let all = try await evening.server.as(person).all(Endpoints.listMyWords, query).array()
                        #expect(all == expected[order], "\(order) by \(limit)")
                    }
                }
            }
        }
    }

    /// Shows rules 12.40 and 12.42.
    @Test("The words of a game are listed as soon as they are accepted, for their player alone, and deleted with the account")
    func played() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let play = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:01:00Z")
            try await evening.send(evening.ada, play, Array(evening.game.prefix(2)))
            let words = { try await evening.server.as(evening.ada).listMyWords(MyWordQuery()).items }
            let first = try #require(try await words().first { $0.word == "tirade" })
            #expect(try await words().count == 2)
            #expect(first.times == 1 && first.bestScore == 144 && first.playID == play.id)
            #expect(first.firstAt == "2026-03-01T12:01:00Z".date && first.lastAt == first.firstAt)
            evening.at("2026-03-01T12:02:00Z")
            try await evening.send(evening.ada, play, from: 2, Array(evening.game.dropFirst(2)), finish: true)
            let all = try await words()
            #expect(all.count == 5 && all[0].word == "guinea" && all[0].bestScore == 192)
            let latest = try await evening.server.as(evening.ada).listMyWords(MyWordQuery(order: .recent, limit: 1)).items
            #expect(latest.first?.lastAt == "2026-03-01T12:02:00Z".date)
            #expect(try await evening.server.as(evening.bea).listMyWords(MyWordQuery()).items.isEmpty)
            #expect(try await evening.server.delete(evening.ada).status == 204)
            #expect(try await evening.server.rows("SELECT FROM known_words").isEmpty)
        }
    }

    /// Shows rule 12.40.
    @Test("An unknown order, a limit beyond 1 to 100 and a cursor of the other order are invalid")
    func cursors() async throws {
        try await PlayFixture.with("ada") { evening in
            try await evening.play(evening.ada, 6)
            for (query, field) in [
                ("order=luck", "order"), ("limit=0", "limit"), ("limit=101", "limit"), ("after=nonsense", "after"), ("after=MQ", "after"),
                ("order=recent&after=MQ", "after"),
            ] {
                let answer = try await evening.server.call(.get, "/v1/me/words?\(query)", token: evening.ada.token)
                #expect(answer.code == .invalid && answer.faultyFields == [field], "\(query): \(answer)")
            }
        }
    }
}

extension PastPlays {
    /// Returns the user's expected words, in any order.
    fileprivate func knownWords(of person: Person) -> [MyWord] {
        Dictionary(grouping: words(of: person)) { $0.word.word }.compactMap { word, times in
            guard let first = times.first, let last = times.last else { return nil }
            let best = times.reduce(first) { $1.word.score > $0.word.score ? $1 : $0 }
            return MyWord(
                word: word, times: times.count, bestScore: best.word.score, playID: best.play.id, firstAt: first.word.at,
                lastAt: last.word.at)
        }
    }
}
