import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: results")
struct ResultTests {
    /// Shows rule 12.18.
    @Test("Equal scores share a rank, a play without a word has none, and best words have an order of their own")
    func ranks() async throws {
        try await PlayFixture.with("ada", "bea", "cem", "dan", "eve") { evening in
            let counts = [6, 6, 3, 1, 0]
            for (person, count) in zip(evening.people, counts) {
                try await evening.play(person, count)
                evening.server.clock.advance(by: 60)
            }
            let query = ResultQuery(challengeID: try await evening.today(evening.ada).timed.id)
            let results = try await evening.results(evening.people[4], query)
            #expect(results.items.map(\.rank) == [1, 1, 3, 4] && results.items.map(\.score) == [861, 861, 501, 144])
            #expect(results.items.map(\.user?.username) == ["ada", "bea", "cem", "dan"] && results.playCount == 4 && results.next == nil)
            #expect(results.items[0].bestWord == PlayedWord(word: "guinea", score: 192) && results.items[0].wordCount == 5)
            let words = try await evening.results(evening.ada, .init(challengeID: query.challengeID, by: .word))
            #expect(words.items.map(\.rank) == [1, 1, 3, 4] && words.items.map(\.bestWord.score) == [192, 192, 189, 144])
            let challenge = try await evening.server.as(evening.people[4]).showChallenge(challengeID: query.challengeID)
            #expect(challenge.playCount == 4 && challenge.mine?.rank == nil && challenge.mine?.wordCount == 0)
            #expect(try await evening.today(evening.people[3]).timed.mine?.rank == 4)
        }
    }

    /// Shows rule 12.18.
    @Test("Friends are ranked anew among themselves; pages cover all results, and \"around me\" is one's own place")
    func parts() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let strangers = try await (evening.server.person("dan"), evening.server.person("eve"))
            let people = [strangers.0, evening.ada, strangers.1, evening.bea, evening.people[2]]
            for (person, count) in zip(people, [6, 5, 5, 3, 1]) {
                try await evening.play(person, count)
                evening.server.clock.advance(by: 1)
            }
            let id = try await evening.today(evening.ada).timed.id
            let whole = try await evening.results(evening.ada, .init(challengeID: id)).items
            #expect(whole.map(\.rank) == [1, 2, 2, 4, 5])
            let friends = try await evening.results(evening.ada, .init(challengeID: id, scope: .friends))
            #expect(friends.items.map(\.user?.username) == ["ada", "bea", "cem"] && friends.items.map(\.rank) == [1, 2, 3])
            #expect(friends.playCount == 3)
            for limit in 1...5 {
                var (walked, after): ([ChallengeResult], String?) = ([], nil)
                repeat {
                    let page = try await evening.results(evening.ada, .init(challengeID: id, after: after, limit: limit))
                    walked += page.items
                    after = page.next
                } while after != nil
                #expect(walked == whole, "pages of \(limit)")
            }
            let around = { (person: Person, limit: Int) in
                try await evening.results(person, .init(challengeID: id, around: .me, limit: limit)).items
            }
            #expect(try await around(evening.bea, 3) == Array(whole[2...4]))
            #expect(try await around(evening.bea, 2) == Array(whole[3...4]))
            #expect(try await around(evening.people[2], 3) == Array(whole[2...4]))
            #expect(try await around(people[0], 3) == Array(whole[0...2]))
            #expect(try await around(people[2], 1) == [whole[2]])
            #expect(try await around(evening.ada, 50) == whole)
        }
    }

    /// Shows rules 12.12 and 12.17.
    @Test("Before one has played, results are play_first, others' plays not found, and no answer contains a letter")
    func hidden() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let theirs = try await evening.play(evening.bea, 6)
            let query = ResultQuery(challengeID: theirs.challengeID)
            let client = evening.server.as(evening.ada)
            let isHidden = { () async throws -> Void in
                #expect(try await refusalProblem { _ = try await evening.results(evening.ada, query) }?.code == .playFirst)
                #expect(try await refusalProblem { _ = try await client.showPlay(playID: theirs.id) }?.code == .notFound)
            }
            try await isHidden()
            for path in ["/v1/challenges/today", "/v1/challenges/\(theirs.challengeID)", "/v1/challenges/\(theirs.challengeID)/results"] {
                let answer = try await evening.server.call(.get, path, token: evening.ada.token)
                #expect(!answer.text.contains("letters") && !answer.text.contains(theirs.letters))
                // Searches for the points as a number, because ids may contain these digits.
                #expect(!answer.text.contains(/[:\[,]861[,}\]]/))
            }
            let mine = try await evening.start(evening.ada)
            try await isHidden()
            try await evening.send(evening.ada, mine, [], finish: true)
            let seen = try await client.showPlay(playID: theirs.id)
            #expect(seen.moves == theirs.moves && seen.rank == 1 && seen.user.username == "bea")
            #expect(try await evening.results(evening.ada, query).items.map(\.playID) == [theirs.id])
            // A user needn't play a challenge that has ended before seeing its results.
            let cem = evening.people[2]
            #expect(try await refusalProblem { _ = try await evening.results(cem, query) }?.code == .playFirst)
            evening.at("2026-03-02T00:00:00Z")
            #expect(try await evening.results(cem, query).items.count == 1)
            #expect(try await evening.results(cem, .init(challengeID: query.challengeID, around: .me)).items.isEmpty)
            #expect(try await evening.server.as(cem).showPlay(playID: theirs.id).moves == theirs.moves)
            #expect(try await refusalProblem { _ = try await evening.results(cem, .init(challengeID: UUID())) }?.code == .notFound)
        }
    }

    /// Shows rule 12.36.
    @Test("Today's results require a play of today's challenge, also before anyone has requested it")
    func unasked() async throws {
        try await PlayFixture.with("ada") { evening in
            let day = try #require(CalendarDate("2026-03-01"))
            for mode in PlayMode.allCases {
                let id = DailyChallenge(mode, on: day, in: evening.server.tenant.id).id
                #expect(try await refusalProblem { _ = try await evening.results(evening.ada, .init(challengeID: id)) }?.code == .playFirst)
            }
            let tomorrow = DailyChallenge(.timed, on: try #require(CalendarDate("2026-03-02")), in: evening.server.tenant.id).id
            #expect(
                try await refusalProblem { _ = try await evening.results(evening.ada, .init(challengeID: tomorrow)) }?.code == .notFound)
        }
    }

    /// Shows rule 12.19.
    @Test("Users in a block are nameless to each other and keep their places, and their plays are not found")
    func blocked() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let plays = [
                try await evening.play(evening.ada, 6), try await evening.play(evening.bea, 3),
                try await evening.play(evening.people[2], 1),
            ]
            try await evening.server.block(evening.bea, evening.ada)
            let query = ResultQuery(challengeID: plays[0].challengeID)
            for (viewer, hidden, name) in [(0, 1, "bea"), (1, 0, "ada")] {
                let items = try await evening.results(evening.people[viewer], query).items
                #expect(items.map(\.rank) == [1, 2, 3] && items[hidden].user == nil && items[hidden].playID == nil)
                #expect(items.count { $0.user == nil } == 1 && items[hidden].score == plays[hidden].score)
                let upTo = try await evening.results(
                    evening.people[viewer], .init(challengeID: query.challengeID, limit: hidden + 1))
                let cursor = try #require(
                    upTo.next.flatMap {
                        Data(
                            base64Encoded: $0.replacing("-", with: "+").replacing("_", with: "/")
                                + String(repeating: "=", count: (4 - $0.count % 4) % 4))
                    })
                #expect(!String(decoding: cursor, as: UTF8.self).contains(plays[hidden].id.lowercased), "nor does a cursor tell it")
                let problem = try await refusalProblem {
                    _ = try await evening.server.as(evening.people[viewer]).showPlay(playID: plays[hidden].id)
                }
                #expect(problem?.code == .notFound)
                let friends = try await evening.results(evening.people[viewer], .init(challengeID: query.challengeID, scope: .friends))
                #expect(!friends.items.contains { $0.user?.username == name || $0.user == nil })
            }
            #expect(try await evening.results(evening.people[2], query).items.allSatisfy { $0.user != nil })
        }
    }

    /// Shows rule 12.19.
    @Test("A user named to friends alone is nameless to all others in results, boards and plays, and keeps their place")
    func named() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let cem = try await evening.server.person("cem")
            let plays = [try await evening.play(evening.ada, 6), try await evening.play(cem, 3), try await evening.play(evening.bea, 1)]
            let query = ResultQuery(challengeID: plays[0].challengeID)
            try await evening.server.nameToFriends(evening.ada)
            for (viewer, isNamed) in [(evening.ada, true), (evening.bea, true), (cem, false)] {
                let results = try await evening.results(viewer, query).items
                #expect(results.map(\.rank) == [1, 2, 3] && results[0].score == 861)
                #expect(results.map(\.user?.username) == [isNamed ? "ada" : nil, "cem", "bea"])
                #expect(results.map(\.playID) == [isNamed ? plays[0].id : nil, plays[1].id, plays[2].id])
                let code = try await evening.server.call(.get, "/v1/plays/\(plays[0].id)", token: viewer.token).code
                #expect(code == (isNamed ? nil : .notFound))
            }
            evening.at("2026-03-02T00:00:00Z")
            for (viewer, name) in [(evening.bea, "ada"), (cem, nil)] {
                let board = try await evening.server.as(viewer).listPlayBoard(.init(mode: .timed, period: .all))
                #expect(board.items.map(\.rank) == [1, 2, 3] && board.items.map(\.user?.username) == [name, "cem", "bea"])
            }
        }
    }

    /// Shows rule 12.18.
    @Test("Pages of results cover equal scores at the same moment, by either order, in both directions")
    func equals() async throws {
        try await PlayFixture.with("ada") { evening in
            var people = [evening.ada]
            for number in 1...8 { people.append(try await evening.server.person("p\(number)")) }
            let id = try await evening.today(evening.ada).timed.id
            for person in people { _ = try await evening.server.as(person).startPlay(challengeID: id) }
            try await evening.server.rows(
                """
                UPDATE plays AS p SET score = 5, reached_at = started_at, word_count = 1, best_word = 'word', best_score = 9,
                    best_reached_at = started_at
                """)
            evening.at("2026-03-01T12:03:15Z")
            for by in ResultOrder.allCases {
                let whole = try await evening.results(evening.ada, .init(challengeID: id, by: by)).items
                #expect(whole.count == 9 && whole.allSatisfy { $0.rank == 1 })
                var (walked, after): ([ChallengeResult], String?) = ([], nil)
                repeat {
                    let page = try await evening.results(evening.ada, .init(challengeID: id, by: by, after: after, limit: 2))
                    walked += page.items
                    after = page.next
                } while after != nil
                #expect(walked == whole)
                for (place, result) in whole.enumerated() {
                    let person = try #require(people.first { $0.id == result.user?.id })
                    let around = try await evening.results(person, .init(challengeID: id, by: by, around: .me, limit: 4))
                    let start = max(0, min(place - 1, 5))
                    #expect(around.items == Array(whole[start..<start + 4]))
                }
            }
        }
    }

    /// Shows rule 12.18.
    @Test("A forged cursor is invalid, and so is a cursor together with around")
    func cursors() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.play(evening.ada, 1)
            for query in ["after=nonsense", "after=MQ", "around=me&after=MQ", "around=you", "limit=0", "by=luck", "scope=all"] {
                let answer = try await evening.server.call(
                    .get, "/v1/challenges/\(play.challengeID)/results?\(query)", token: evening.ada.token)
                #expect(answer.code == .invalid, "\(query): \(answer.text)")
            }
        }
    }
}
