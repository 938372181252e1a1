import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 12: concurrent requests to plays")
struct PlayRaceTests {
    /// Performs an operation many times at once.
    /// Shows rule 12.13.
    @Test("50 concurrent starts of one user make one play, and one request gets 201")
    func starts() async throws {
        try await PlayFixture.with("ada") { evening in
            let id = try await evening.today(evening.ada).timed.id
            let answers = try await concurrently(0..<50) { _ in try await evening.server.as(evening.ada).startPlay(challengeID: id) }
            #expect(answers.count(where: \.isNew) == 1 && Set(answers.map(\.value.id)).count == 1)
            #expect(try await evening.server.rows("SELECT FROM plays").count == 1)
        }
    }

    /// Shows rule 12.15.
    @Test("50 equal finishes have one result")
    func finishes() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:01:00Z")
            let answers = try await concurrently(0..<50) { _ in try await evening.send(evening.ada, play, evening.game, finish: true) }
            #expect(answers.allSatisfy { $0 == answers[0] } && answers[0].score == 861)
            #expect(try await evening.server.rows("SELECT FROM played_words").count == 5)
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
            #expect(try await evening.results(evening.ada, .init(challengeID: play.challengeID)).items.count == 1)
        }
    }

    /// Shows rule 12.15.
    @Test("When two devices send different fourth moves, one is refused, and the moves aren't mixed")
    func devices() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            evening.at("2026-03-01T12:01:00Z")
            try await evening.send(evening.ada, play, Array(evening.game.prefix(3)))
            let fourth = [evening.game[3], Move(at: 37_501, cubelet: Cubelet.all[14])]
            let codes = try await concurrently(0..<20) { index -> Problem.Code? in
                do {
                    try await evening.send(evening.ada, play, from: 3, [fourth[index % 2]])
                    return nil
                } catch APIError.problem(let problem, _) {
                    return problem.code
                }
            }
            #expect(codes.count { $0 == nil } == 10 && codes.count { $0 == .movesDiffer } == 10)
            let moves = try await evening.server.as(evening.ada).showPlay(playID: play.id).moves
            #expect(moves.count == 4 && fourth.contains { moves[3].isSame(as: $0) })
        }
    }

    /// Shows rules 12.11 and 12.36.
    @Test("50 users who request a new day at once get its two challenges, also in a tenant that never played")
    func newDay() async throws {
        try await TestServer.with(features: [.play]) { server in
            var people: [Person] = []
            for number in 0..<10 { people.append(try await server.person("p\(number)")) }
            let all = people
            for day in 0..<3 {
                let answers = try await concurrently(0..<50) { try await server.as(all[$0 % 10]).showToday() }
                #expect(Set(answers.map { [$0.timed.id, $0.untimed.id] }).count == 1)
                #expect(try await server.rows("SELECT FROM challenges").count == 2 * (day + 1))
                server.clock.advance(by: 86_400)
            }
            #expect(try await server.rows("SELECT FROM play_settings").count == 1)
        }
    }
}
