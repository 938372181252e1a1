import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: clocks and midnight")
struct PlayClockTests {
    private func removal(_ at: Int) -> Move { Move(at: at, cubelet: Cubelet.all[26]) }
    private func another(_ at: Int) -> Move { Move(at: at, cubelet: Cubelet.all[25]) }

    /// Shows rules 12.13 and 12.14.
    @Test("A move's time is at most 15 seconds ahead of the server's, and no move is accepted over 15 seconds after the end")
    func clock() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:00:10Z")
            let early = try await refusalProblem { try await evening.send(evening.ada, play, [removal(25_001)]) }
            #expect(early?.moveRefusal == MoveRefusal(move: 0, reason: .outOfTime))
            #expect(try await evening.send(evening.ada, play, [removal(25_000)]).moves.count == 1)
            evening.at("2026-03-01T12:03:14.999Z")
            let late = try await refusalProblem { try await evening.send(evening.ada, play, from: 1, [another(180_001)]) }
            #expect(late?.moveRefusal == MoveRefusal(move: 1, reason: .outOfTime))
            #expect(try await evening.send(evening.ada, play, from: 1, [another(180_000)]).over == false)
            evening.at("2026-03-01T12:03:15Z")
            let over = try await refusalProblem {
                try await evening.send(evening.ada, play, from: 2, [Move(at: 180_000, cubelet: Cubelet.all[24])])
            }
            #expect(over?.code == .playOver)
            let shown = try await evening.server.as(evening.ada).showPlay(playID: play.id)
            #expect(shown.over && shown.overAt == "2026-03-01T12:03:00Z".date && shown.moves.count == 2 && shown.elapsed == nil)
        }
    }

    /// Shows rules 12.11, 12.13 and 12.14.
    @Test("A day ends at midnight: new challenges appear, and yesterday's can't be started")
    func midnight() async throws {
        try await PlayFixture.with("ada", "bea", at: "2026-03-01T23:50:00Z") { evening in
            let play = try await evening.start(evening.ada, .untimed)
            #expect(play.endsAt == "2026-03-02T00:00:00Z".date)
            evening.at("2026-03-01T23:59:59.999Z")
            let before = try await evening.today(evening.bea)
            #expect(before.day.description == "2026-03-01" && before.startsAt == "2026-03-01T00:00:00Z".date)
            evening.at("2026-03-02T00:00:00Z")
            let after = try await evening.today(evening.bea)
            #expect(after.day.description == "2026-03-02" && after.timed.id != before.timed.id && after.untimed.id != before.untimed.id)
            for old in [before.timed, before.untimed] {
                let problem = try await refusalProblem { _ = try await evening.server.as(evening.bea).startPlay(challengeID: old.id) }
                #expect(problem?.code == .challengeOver)
                #expect(try await evening.server.as(evening.bea).showChallenge(challengeID: old.id).ended)
            }
            evening.at("2026-03-02T00:00:14Z")
            let beyond = try await refusalProblem { try await evening.send(evening.ada, play, [removal(600_001)]) }
            #expect(beyond?.moveRefusal == MoveRefusal(move: 0, reason: .outOfTime))
            #expect(try await evening.send(evening.ada, play, [removal(600_000)]).over == false)
            evening.at("2026-03-02T00:00:15Z")
            #expect(try await evening.server.as(evening.ada).showPlay(playID: play.id).overAt == "2026-03-02T00:00:00Z".date)
        }
    }

    /// Shows rules 12.13, 12.17 and 12.20.
    @Test("A timed play started a second before midnight has its three minutes, and its player sees no results until then")
    func beyondMidnight() async throws {
        try await PlayFixture.with("ada", "bea", at: "2026-03-01T23:59:59Z") { evening in
            let play = try await evening.start(evening.ada)
            try await evening.play(evening.bea, 0)
            let query = ResultQuery(challengeID: play.challengeID)
            evening.at("2026-03-02T00:03:13.999Z")
            #expect(try await refusalProblem { _ = try await evening.results(evening.ada, query) }?.code == .playFirst)
            let sent = try await evening.send(evening.ada, play, evening.game)
            #expect(sent.score == 861 && !sent.over)
            evening.at("2026-03-02T00:03:14Z")
            #expect(try await refusalProblem { try await evening.send(evening.ada, play, from: 6, [removal(180_000)]) }?.code == .playOver)
            #expect(try await evening.results(evening.ada, query).items.map(\.score) == [861])
            // It counts for the day on which it was started.
            #expect(try await evening.today(evening.ada).streak == 1)
            evening.at("2026-03-03T00:00:00Z")
            #expect(try await evening.today(evening.ada).streak == 0)
        }
    }

    /// Shows rule 12.11.
    @Test(
        "In the tenant's own time zone a day has 23 to 25 hours",
        arguments: [
            ("2026-03-28T23:00:00Z", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
            ("2026-03-28T22:59:59.999Z", "2026-03-28", "2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z"),
            ("2026-10-25T22:59:59.999Z", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        ])
    func zone(moment: String, day: String, from: String, to: String) async throws {
        try await PlayFixture.with("ada", at: moment, zone: "Europe/Berlin") { evening in
            let today = try await evening.today(evening.ada)
            #expect(today.day.description == day && today.startsAt == from.date && today.endsAt == to.date)
            #expect(today.untimed.startsAt == from.date && today.untimed.endsAt == to.date)
        }
    }

    /// Shows rule 12.12.
    @Test("Two users of a tenant get the same letters, another tenant others; modes and days differ")
    func sameForAll() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let ada = [try await evening.start(evening.ada).letters, try await evening.start(evening.ada, .untimed).letters]
            let bea = [try await evening.start(evening.bea).letters, try await evening.start(evening.bea, .untimed).letters]
            #expect(ada == bea && ada[0] != ada[1])
            let attic = try await evening.server.otherTenant(features: [.play])
            let cyd = try await evening.server.person("cyd", in: attic)
            let other = try await evening.start(cyd).letters
            #expect(!ada.contains(other))
            evening.at("2026-03-02T12:00:00Z")
            #expect(!ada.contains(try await evening.start(evening.ada).letters))
        }
    }

    /// Shows rule 12.12.
    @Test("A new secret, language or zone changes future puzzles alone, and a second server returns the same ones")
    func changes() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let first = try await evening.start(evening.ada)
            try await evening.server.setPlay(.init(secret: PlaySettingsChange.newSecret))
            #expect(try await evening.start(evening.bea).letters == first.letters)
            var services = Services.ofTests
            services[WordLists.self] = WordLists([try WordList.english.get()])
            let other = UseCases(
                database: Database(pool: evening.server.database.app, clock: evening.server.clock.wall), passwords: evening.server.hasher,
                services: services, logger: .quiet)
            try await TestServer.serve(other) { _, port in
                let answer = try await evening.server.call(.get, "/v1/challenges/today", token: evening.ada.token, port: port)
                #expect(try answer.expecting(200, PlayToday.self).timed.id == first.challengeID)
            }
            evening.at("2026-03-02T12:00:00Z")
            let next = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:00:00Z")
            #expect(try await evening.today(evening.ada).timed.id == first.challengeID && next.letters != first.letters)
        }
    }

    /// Shows rule 12.16.
    @Test("A server without the language's words answers 503; one whose list lacks a word keeps the accepted plays")
    func changedList() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:01:00Z")
            try await evening.send(evening.ada, play, Array(evening.game.prefix(1)))
            let text = String(decoding: try WordList.english.get().file, as: UTF8.self)
            let poorer = try WordList(Array(text.replacing("\ntirade\n", with: "\n").replacing("\nsadism\n", with: "\n").utf8))
            for (lists, status) in [([poorer], 422), ([], 503)] {
                try await evening.serving(lists) { port in
                    let body = NewMoves(playID: play.id, from: 1, moves: [evening.game[1]])
                    let answer = try await evening.server.call(
                        .post, "/v1/plays/\(play.id)/moves", token: evening.ada.token, json: body, port: port)
                    #expect(answer.status == status, "\(answer.text)")
                    if status == 422 { #expect(try answer.json(Problem.self).moveRefusal == .init(move: 1, reason: .notAWord)) }
                }
            }
            #expect(try await evening.server.as(evening.ada).showPlay(playID: play.id).score == 144)
        }
    }

    /// Shows rule 12.13.
    @Test("PostgreSQL and Swift count the same seconds")
    func grace() async throws {
        try await TestServer.with(features: [.play]) { server in
            let rows = try await server.rows("SELECT extract(epoch FROM play_grace())::integer AS seconds")
            #expect(try rows.first?["seconds"] == Int(PlayRules.grace))
        }
    }

    /// Shows rule 12.14.
    @Test("The start of a play is truncated to a millisecond, whatever the clock's fraction")
    func milliseconds() {
        for fraction in [0, 0.0001, 0.001, 0.5, 0.9989, 0.999, 0.9999] {
            let moment = Date(timeIntervalSince1970: 1_772_366_414 + fraction)
            let whole = moment.wholeMilliseconds
            #expect(whole <= moment && moment.timeIntervalSince(whole) < 0.001_001)
            #expect(whole.milliseconds(to: whole.addingTimeInterval(180)) == 180_000)
        }
    }
}
