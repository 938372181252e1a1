import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

extension String {
    /// The date that this RFC 3339 string names.
    var date: Date { Timestamp.parse(self) ?? .distantPast }
}

/// A community of friends. Its puzzles come from the secret that all implementations share.
struct PlayFixture: Sendable {
    let server: TestServer
    /// The moves of game 0 of the shared vectors, on the timed puzzle of 2026-03-01.
    let game: [Move]
    let people: [Person]

    /// Runs a test at a moment, with friends of these names.
    static func with(
        _ names: String..., at moment: String = "2026-03-01T12:00:00Z", zone: String? = nil,
        _ body: @escaping @Sendable (PlayFixture) async throws -> Void
    ) async throws {
        try await TestServer.with(features: [.play]) { server in
            let vectors = try PlayVectors.read()
            server.clock.advance(by: moment.date.timeIntervalSince(server.clock.now))
            try await server.setPlay(.init(dayZone: zone, secret: vectors.secret.unhexed))
            let people = try await server.friends(names)
            try await server.emptyOutbox()
            try await body(PlayFixture(server: server, game: vectors.games[0].moves, people: people))
        }
    }

    /// Runs another server on the same database, with only these word lists.
    func serving(_ lists: [WordList], _ body: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
        var services = Services.ofTests
        services[WordLists.self] = WordLists(lists)
        let useCases = UseCases(
            database: Database(pool: server.database.app, clock: server.clock.wall), passwords: server.hasher, services: services,
            logger: .quiet)
        try await TestServer.serve(useCases) { _, port in try await body(port) }
    }

    var ada: Person { people[0] }
    var bea: Person { people[1] }

    /// The test vectors that all implementations share.
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

    /// Starts today's timed challenge, and finishes it a minute later with this number of the game's moves.
    @discardableResult
    func play(_ person: Person, _ count: Int) async throws -> Play {
        let play = try await start(person)
        server.clock.advance(by: 60)
        return try await send(person, play, Array(game.prefix(count)), finish: true)
    }

    /// Makes an own challenge of a user.
    func own(_ maker: Person, _ mode: PlayMode = .timed, with friends: [Person] = [], id: UUID? = nil) async throws -> Challenge {
        try await server.as(maker).createChallenge(NewChallenge(id: id, mode: mode, friendIDs: friends.map(\.id))).value
    }

    /// Starts a challenge, and finishes it a minute later with this number of removals.
    @discardableResult
    func finish(_ person: Person, _ challenge: Challenge, removals: Int = 0) async throws -> Play {
        let play = try await server.as(person).startPlay(challengeID: challenge.id).value
        server.clock.advance(by: 60)
        let moves = Cubelet.all.suffix(removals).reversed().enumerated().map { Move(at: $0.offset, cubelet: $0.element) }
        return try await send(person, play, moves, finish: true)
    }

    /// Writes a score to a play, as if the user had found one word with this score now.
    func score(_ points: Int, _ play: Play) async throws {
        let now = server.clock.now
        try await server.rows(
            """
            UPDATE plays SET score = \(points), reached_at = \(now), word_count = 1, best_word = 'word', best_score = \(points),
                best_reached_at = \(now)
            WHERE id = \(play.id)
            """)
    }

    /// Invites a user to an own challenge.
    @discardableResult
    func invite(_ guest: Person, by maker: Person, to challenge: Challenge) async throws -> Challenge {
        try await server.as(maker).addPlayer(challengeID: challenge.id, userID: guest.id)
    }

    /// Joins a challenge by its code.
    @discardableResult
    func join(_ person: Person, _ code: String?) async throws -> Challenge {
        try await server.as(person).joinChallenge(code: code ?? "")
    }

    /// Returns rows with wrong counts, for tests that have written plays without moves.
    func wrongCounts() async throws -> [String] {
        try await server.database.wrongDerivedColumns().filter { !$0.hasPrefix("play ") }
    }

    func results(_ person: Person, _ query: ResultQuery) async throws -> ChallengeResults {
        try await server.as(person).listResults(query)
    }
}

extension TestServer {
    /// Changes the tenant's settings of play, as an operator.
    @discardableResult
    func setPlay(_ change: PlaySettingsChange, in tenant: Tenant? = nil) async throws -> PlaySettings {
        try await ChangePlaySettings(operators, WordLists([WordList.english.get()]))(tenant ?? self.tenant, change)
    }
}

/// Returns the refusal of a call. The test fails if the call succeeds.
func refusalProblem(_ call: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Problem? {
    do {
        try await call()
        Issue.record("it was not refused", sourceLocation: sourceLocation)
        return nil
    } catch let error as APIError {
        guard case .problem(let problem, _) = error else { throw error }
        return problem
    }
}
