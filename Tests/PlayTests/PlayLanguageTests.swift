import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: word lists in other languages")
struct PlayLanguageTests {
    /// Returns a list of some English words and a German one, with the letters of German.
    private func germanList() throws -> WordList {
        let english = String(decoding: try WordList.english.get().file, as: UTF8.self).split(separator: "\n").dropFirst(3)
        let some = english.enumerated().filter { $0.offset % 100 == 0 }.map { String($0.element) }
        let maker = try WordListMaker(
            language: "de", letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ", vowels: "AEIOUÄÖÜ", takesCapitals: true)
        return try WordList(maker.file(of: (some + ["Straße"]).joined(separator: "\n")))
    }

    /// Shows rule 12.16.
    @Test("A tenant can be set to any language of which the server has words: its next puzzles and their words are in it")
    func german() async throws {
        try await PlayFixture.with("ada") { evening in
            let (server, ada, list) = (evening.server, evening.ada, try germanList())
            #expect(list.letters.count == 29)
            let first = try await evening.start(ada)
            let lists = [try WordList.english.get(), list]
            let changed = try await ChangePlaySettings(server.operators, WordLists(lists))(server.tenant, .init(language: "de"))
            #expect(changed.language == "de")
            try await evening.serving(lists) { port in
                let again = try await server.call(.put, "/v1/challenges/\(first.challengeID)/play", token: ada.token, port: port)
                #expect(try again.expecting(200, Play.self).language == "en", "what there is already stays")
                evening.at("2026-03-02T12:00:00Z")
                let today = try await server.call(.get, "/v1/challenges/today", token: ada.token, port: port).expecting(200, PlayToday.self)
                let started = try await server.call(.put, "/v1/challenges/\(today.untimed.id)/play", token: ada.token, port: port)
                let play = try started.expecting(201, Play.self)
                #expect(play.language == "de" && play.wordListID.hasPrefix("de-") && play.letters.count == 81)
                // The puzzle's letters are replaced so that this path spells the word.
                let way = [76, 52, 53, 71, 78, 69, 60]
                var letters = [Character](repeating: "e", count: 81)
                for (face, letter) in zip(way, "strasse") { letters[face] = letter }
                try await server.rows("UPDATE challenges SET letters = \(String(letters)) WHERE id = \(play.challengeID)")
                let moves: Body = ["moves": [["at": 0, "faces": .list(way.map { .integer($0) })]]]
                let answer = try await server.call(.post, "/v1/plays/\(play.id)/moves", token: ada.token, json: moves, port: port)
                #expect(try answer.expecting(200, Play.self).moves.map(\.word) == ["strasse"])
            }
        }
    }

    /// Shows rule 12.16.
    @Test("A letter's value changed in the word list's file changes the client's scores and the stored ones alike")
    func values() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let text = String(decoding: try WordList.english.get().file, as: UTF8.self)
            let dearer = try WordList(Array(text.replacing(" e:9:1 ", with: " e:9:2 ").utf8))
            let scores = Mutex<[Int]>([])
            for (person, lists) in [(evening.ada, [try WordList.english.get()]), (evening.bea, [dearer])] {
                let challenge = try await evening.today(person).timed.id
                try await evening.serving(lists) { port in
                    let ask = { (method: DavenportAPI.Method, path: String, body: NewMoves?) in
                        try await evening.server.call(method, path, token: person.token, json: body, port: port)
                    }
                    let play = try await ask(.put, "/v1/challenges/\(challenge)/play", nil).expecting(201, Play.self)
                    let list = try WordList(try await ask(.get, "/v1/word-lists/\(play.wordListID)", nil).body)
                    var game = Game(try #require(Puzzle(play.letters)), by: list, limit: 180_000)
                    let moves = Array(evening.game.prefix(2))
                    for move in moves { _ = try game.play(move) }
                    evening.server.clock.advance(by: 30)
                    let sent = try await ask(.post, "/v1/plays/\(play.id)/moves", NewMoves(playID: play.id, from: 0, moves: moves))
                    #expect(try sent.expecting(200, Play.self).score == game.score, "\(sent.text)")
                    scores.withLock { $0.append(game.score) }
                }
            }
            let (before, after) = scores.withLock { ($0[0], $0[1]) }
            #expect(before < after)
        }
    }
}
