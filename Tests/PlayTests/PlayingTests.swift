import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 12: playing")
struct PlayingTests {
    /// Shows rules 12.11 and 12.13.
    @Test("Today's letters equal the shared test vectors; starting again, or later, returns the same play")
    func letters() async throws {
        try await PlayFixture.with("ada") { evening in
            let today = try await evening.today(evening.ada)
            #expect(today.timed.mine == nil && today.timed.playCount == 0 && today.streak == 0 && !today.timed.ended)
            let first = try await evening.server.as(evening.ada).startPlay(challengeID: today.timed.id)
            let vectors = try evening.vectors
            #expect(first.isNew && first.value.letters == vectors.cubes[0].letters && first.value.moves == [])
            #expect(first.value.startedAt == "2026-03-01T12:00:00Z".date && first.value.endsAt == "2026-03-01T12:03:00Z".date)
            #expect(try await evening.start(evening.ada, .untimed).letters == vectors.cubes[1].letters)
            evening.at("2026-03-01T12:01:00Z")
            let again = try await evening.server.as(evening.ada).startPlay(challengeID: today.timed.id)
            #expect(!again.isNew && again.value.id == first.value.id && again.value.startedAt == first.value.startedAt)
            #expect(again.value.elapsed == 60_000)
            evening.at("2026-03-05T12:00:00Z")
            let late = try await evening.server.as(evening.ada).startPlay(challengeID: today.timed.id)
            #expect(!late.isNew && late.value.id == first.value.id && late.value.over && late.value.elapsed == nil)
        }
    }

    /// Shows rule 12.15.
    @Test("A game sent in parts equals one sent whole; a repeated request returns the same and adds nothing")
    func game() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let play = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:01:00Z")
            let (first, rest) = (Array(evening.game.prefix(2)), Array(evening.game.dropFirst(2)))
            for _ in 0..<3 {
                let answer = try await evening.send(evening.ada, play, first)
                #expect(answer.score == 312 && answer.moves.count == 2 && !answer.over && answer.rank == nil)
            }
            var answers: [Play] = []
            for _ in 0..<3 { answers.append(try await evening.send(evening.ada, play, from: 2, rest, finish: true)) }
            #expect(answers.allSatisfy { $0 == answers[0] })
            #expect(answers[0].score == 861 && answers[0].over && answers[0].overAt == "2026-03-01T12:01:00Z".date && answers[0].rank == 1)
            #expect(try answers[0].moves.compactMap(\.played) == evening.vectors.games[0].words.map(\.word))
            #expect(answers[0].moves[3].cubelet == Cubelet.all[14] && answers[0].moves[3].word == nil)
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
            let other = try await evening.play(evening.bea, 6)
            #expect(other.score == 861 && other.rank == 1)
            let mine = try await evening.today(evening.ada).timed.mine
            #expect(mine == .init(playID: play.id, over: true, score: 861, wordCount: 5, rank: 1))
            let stored = try await evening.server.rows("SELECT word, score FROM played_words WHERE play_id = \(play.id) ORDER BY number")
            #expect(try stored.map { PlayedWord(word: try $0["word"], score: try $0["score"]) } == answers[0].moves.compactMap(\.played))
        }
    }

    /// Shows rule 12.15.
    @Test("Valid moves before an invalid one aren't stored; a gap or a difference is moves_differ")
    func together() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:01:00Z")
            let bad = Move(at: 28_000, faces: [0, 1, 2].compactMap { Face($0) })
            let problem = try await refusalProblem { try await evening.send(evening.ada, play, Array(evening.game.prefix(3)) + [bad]) }
            #expect(problem?.moveRefusal == MoveRefusal(move: 3, reason: .notOpen))
            #expect(try await evening.server.as(evening.ada).showPlay(playID: play.id).moves == [])
            try await evening.send(evening.ada, play, Array(evening.game.prefix(2)))
            let gap = try await refusalProblem { try await evening.send(evening.ada, play, from: 3, [evening.game[3]]) }
            #expect(gap?.code == .movesDiffer)
            let other = try await refusalProblem { try await evening.send(evening.ada, play, from: 1, [evening.game[2]]) }
            #expect(other?.code == .movesDiffer)
            let later = Move(at: 18_251, faces: [49, 79, 80, 78, 71, 69].compactMap { Face($0) })
            #expect(try await refusalProblem { try await evening.send(evening.ada, play, from: 1, [later]) }?.code == .movesDiffer)
            // Moves that overlap with stored ones must be equal to them, and the server adds the moves after them.
            #expect(try await evening.send(evening.ada, play, from: 1, Array(evening.game[1...2])).moves.count == 3)
        }
    }

    /// Shows rule 12.15.
    @Test("A finish is final: finishing again changes nothing, and new moves are play_over")
    func finished() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:01:00Z")
            let finished = try await evening.send(evening.ada, play, Array(evening.game.prefix(1)), finish: true)
            evening.at("2026-03-01T12:01:05Z")
            #expect(try await evening.send(evening.ada, play, [], finish: true) == finished)
            #expect(try await evening.send(evening.ada, play, Array(evening.game.prefix(1))) == finished)
            let problem = try await refusalProblem { try await evening.send(evening.ada, play, from: 1, [evening.game[1]], finish: true) }
            #expect(problem?.code == .playOver)
        }
    }

    /// Shows rule 12.15.
    @Test(
        "A malformed move is invalid, and the error has its index",
        arguments: [
            (#"{"at": 5, "faces": [1, 2, 81]}"#, "moves.1.faces"), (#"{"at": 5, "faces": [1, 2, -1]}"#, "moves.1.faces"),
            (#"{"at": 5, "faces": [1, 2, 1.5]}"#, "moves.1.faces"), (#"{"at": 5, "faces": "1"}"#, "moves.1.faces"),
            (#"{"at": 5, "faces": [1, 2, 3], "cubelet": 4}"#, "moves.1.faces"), (#"{"at": 5}"#, "moves.1.faces"),
            (#"{"at": 5, "cubelet": 27}"#, "moves.1.cubelet"), (#"{"at": -1, "cubelet": 26}"#, "moves.1.at"),
            (#"{"cubelet": 26}"#, "moves.1.at"), (#"{"at": 1e30, "cubelet": 26}"#, "moves.1.at"), ("7", "moves.1"), ("null", "moves.1"),
        ])
    func invalid(move: String, field: String) async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            let body = #"{"moves": [{"at": 1, "cubelet": 26}, \#(move)]}"#
            let answer = try await evening.server.call(
                .post, "/v1/plays/\(play.id)/moves", token: evening.ada.token, body: Array(body.utf8),
                headers: ["Content-Type": "application/json"])
            #expect(answer.status == 422 && answer.code == .invalid)
            #expect(try answer.json(Problem.self).errors?.map(\.field) == [field], "\(answer.text)")
            #expect(try await evening.server.as(evening.ada).showPlay(playID: play.id).moves == [])
        }
    }

    /// Shows rule 12.15.
    @Test("46 moves are too many, and moves must be a list; all errors are reported together")
    func lists() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            let send = { (body: Body) in
                let answer = try await evening.server.call(.post, "/v1/plays/\(play.id)/moves", token: evening.ada.token, json: body)
                #expect(answer.status == 422)
                return try answer.json(Problem.self).errors?.map { "\($0.field) \($0.code.rawValue)" } ?? []
            }
            let move: JSONValue = ["at": 1, "cubelet": 26]
            #expect(try await send(["moves": .list(Array(repeating: move, count: 46))]) == ["moves too_long"])
            #expect(try await send(["moves": "all"]) == ["moves wrong_type"])
            #expect(try await send(["finish": true]) == ["moves missing"])
            #expect(
                try await send(["from": 46, "moves": [["at": 1], move, ["cubelet": 30]]]) == [
                    "from out_of_range", "moves.0.faces not_allowed", "moves.2.at missing", "moves.2.cubelet out_of_range",
                ])
        }
    }

    /// Shows rule 12.15.
    @Test("Only its player can move in a play; an unknown play is not found")
    func others() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let play = try await evening.start(evening.ada)
            #expect(try await refusalProblem { try await evening.send(evening.bea, play, evening.game) }?.code == .notFound)
            try await evening.play(evening.bea, 1)
            #expect(try await refusalProblem { try await evening.send(evening.bea, play, evening.game) }?.code == .notFound)
        }
    }

    /// Shows rule 12.16.
    @Test("A challenge has the id of its word list before it is started; the feed's copy doesn't")
    func wordListBeforeStart() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let today = try await evening.today(evening.ada)
            let own = try await evening.own(evening.ada)
            let joined = try await evening.join(evening.bea, own.code)
            let invited = try await evening.invite(evening.bea, by: evening.ada, to: own)
            let shown = try await evening.server.as(evening.ada).showChallenge(challengeID: today.timed.id)
            let listed = try await evening.server.as(evening.ada).listChallenges(ChallengeQuery()).items
            let seen = [today.timed, today.untimed, own, joined, invited, shown] + listed
            #expect(seen.count == 9 && seen.allSatisfy { $0.wordListID == WordList.englishID && $0.mine == nil })
            #expect(try await evening.start(evening.ada).wordListID == WordList.englishID)
            let feed = try await evening.server.call(.get, "/v1/changes", token: evening.ada.token).text
            #expect(feed.contains(own.id.lowercased) && !feed.contains("wordListID"))
            // A server whose operator has removed the list still shows the challenge.
            try await evening.serving([]) { port in
                let answer = try await evening.server.call(.get, "/v1/challenges/\(own.id)", token: evening.ada.token, port: port)
                #expect(answer.status == 200 && !answer.text.contains("wordListID"))
            }
        }
    }

    /// Shows rule 12.16.
    @Test("The word list that judges moves can be downloaded and cached for good; an unknown id is not found")
    func wordList() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            let answer = try await evening.server.call(.get, "/v1/word-lists/\(play.wordListID)", token: evening.ada.token)
            #expect(answer.status == 200 && answer.headers["cache-control"] == "private, max-age=31536000, immutable")
            #expect(answer.headers["content-type"] == "text/plain; charset=utf-8" && answer.headers["etag"] == nil)
            #expect(answer.body == (try WordList.english.get().file))
            #expect(try await evening.server.call(.get, "/v1/word-lists/\(play.wordListID)").status == 401)
            for id in ["en-000000000000", "en", "%2e%2e", String(repeating: "x", count: 41)] {
                #expect(try await evening.server.call(.get, "/v1/word-lists/\(id)", token: evening.ada.token).code == .notFound)
            }
            // With the downloaded list, a client accepts the moves that the server accepts.
            var game = Game(try #require(Puzzle(play.letters)), by: try WordList(answer.body), limit: 180_000)
            try game.play(evening.game)
            evening.at("2026-03-01T12:01:00Z")
            #expect(try await evening.send(evening.ada, play, evening.game).moves == game.moves)
        }
    }
}
