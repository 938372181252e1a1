import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

extension String {
    /// The moment that it is in RFC 3339.
    var date: Date { Timestamp.parse(self) ?? .distantPast }
}

/// A community that plays by the secret on which all implementations agree, with friends in it.
struct PlayEvening: Sendable {
    let server: TestServer
    /// The moves of the first game on which all agree, on the timed puzzle of 2026-03-01.
    let game: [Move]
    let people: [Person]

    /// Runs a test at a moment, with friends of these names.
    static func with(
        _ names: String..., at moment: String = "2026-03-01T12:00:00Z", zone: String? = nil,
        _ body: @escaping @Sendable (PlayEvening) async throws -> Void
    ) async throws {
        try await TestServer.with(features: [.play]) { server in
            let vectors = try PlayVectors.read()
            server.clock.advance(by: moment.date.timeIntervalSince(server.clock.now))
            try await server.setPlay(.init(dayZone: zone, secret: vectors.secret.unhexed))
            try await body(PlayEvening(server: server, game: vectors.games[0].moves, people: try await server.friends(names)))
        }
    }

    var ada: Person { people[0] }
    var bea: Person { people[1] }

    /// All that all agree on.
    var vectors: PlayVectors { get throws { try PlayVectors.read() } }

    /// Moves the clock to a moment.
    func at(_ moment: String) { server.clock.advance(by: moment.date.timeIntervalSince(server.clock.now)) }

    func today(_ person: Person) async throws -> PlayToday { try await server.as(person).showToday() }

    /// Starts today's challenge of a mode.
    @discardableResult
    func start(_ person: Person, _ mode: PlayMode = .timed) async throws -> Play {
        let today = try await today(person)
        return try await server.as(person).startPlay(challengeID: mode == .timed ? today.timed.id : today.untimed.id).value
    }

    @discardableResult
    func send(_ person: Person, _ play: Play, from: Int = 0, _ moves: [Move], finish: Bool = false) async throws -> Play {
        try await server.as(person).sendMoves(NewMoves(playID: play.id, from: from, moves: moves, finish: finish))
    }

    /// Starts today's timed challenge, and finishes it a minute later with so many of the game's moves.
    @discardableResult
    func play(_ person: Person, _ count: Int) async throws -> Play {
        let play = try await start(person)
        server.clock.advance(by: 60)
        return try await send(person, play, Array(game.prefix(count)), finish: true)
    }

    /// What isn't counted as it is, where a test has written plays without moves.
    func wrongCounts() async throws -> [String] {
        try await server.database.wrongDerivedColumns().filter { !$0.hasPrefix("play ") }
    }

    func results(_ person: Person, _ query: ResultQuery) async throws -> ChallengeResults {
        try await server.as(person).listResults(query)
    }
}

extension TestServer {
    /// Changes what the tenant plays by, as an operator.
    @discardableResult
    func setPlay(_ change: PlaySettingsChange, in tenant: Tenant? = nil) async throws -> PlaySettings {
        try await ChangePlaySettings(operators, WordLists([WordList.english.get()]))(tenant ?? self.tenant, change)
    }
}

/// What a call is refused with; fails the test where it isn't.
func whyRefused(_ call: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Problem? {
    do {
        try await call()
        Issue.record("it was not refused", sourceLocation: sourceLocation)
        return nil
    } catch let error as APIError {
        guard case .problem(let problem, _) = error else { throw error }
        return problem
    }
}
