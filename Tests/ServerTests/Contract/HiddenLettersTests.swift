import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Programs
import Prometheus
import Server
import TestSupport
import Testing

/// Plants letters that occur in no other text, and searches for them in everything that the server returns or logs.
@Suite("rules 12: letters of unstarted challenges stay hidden")
struct HiddenLettersTests {
    /// A letter of an alphabet that no test text uses.
    private static let planted = "ѣ"

    /// A challenge and a user's play of it.
    private struct Played {
        let challengeID: UUID
        let playID: UUID
    }

    /// Shows rule 12.12.
    @Test("No answer to any caller, no log line and no metric contains one, except the answer to starting a play")
    func everywhere() async throws {
        let (log, lines, registry) = (LogRecorder(), Lines(), Registry.ofProgram())
        let serverOptions = ServerOptions.with { ($0.accessLog, $0.metrics) = (lines.log(showsAddress: true), registry) }
        try await TestServer.with(features: Feature.allCases, serverOptions: serverOptions, logger: log.logger) { server in
            registry.observe(server.hasher, server.catalogue, nil, nil)
            registry.observe(server.changeNotifier)
            registry.observe(server.database.app, size: 16)
            let world = try await AccessWorld(server)
            let all = try await played(world)
            try await plant(server, all)
            let member = try await server.person("member")
            try await server.befriend(world.owner, member)
            // An owner of the community who is in every challenge, and a member who is in the daily one alone.
            for person in [world.friend, member] {
                for (number, one) in all.enumerated() {
                    var targets = world.known
                    (targets["challengeID"], targets["playID"]) = (one.challengeID.lowercased, one.playID.lowercased)
                    for endpoint in Endpoints.leastHarmfulFirst where endpoint.name != "startPlay" && endpoint.method != .delete {
                        let namesOne = endpoint.pathParameters.contains { ["challengeID", "playID"].contains($0) }
                        guard namesOne || number == 0 && (person.id == world.friend.id || endpoint.method == .get) else { continue }
                        let answer = try await world.call(endpoint, targets, as: .person(person, in: server.tenant))
                        #expect(!Self.showsLetter(answer), "\(endpoint.name) of \(number) by \(person.username): \(answer)")
                    }
                }
            }
            for path in ["/health/live", "/health/ready", "/openapi.json"] {
                let answer = try await server.call(.get, path)
                #expect(!Self.showsLetter(answer), "\(path): \(answer)")
            }
            #expect(!log.text.contains(Self.planted) && !log.texts.contains { $0.contains(Self.planted) })
            #expect(lines.text.contains("challenges") && !lines.text.contains(Self.planted))
            let endpoint = try await MetricsEndpoint.open(host: "127.0.0.1", port: 0, of: registry)
            let metrics = try await server.call(.get, "/metrics", port: endpoint.port)
            await endpoint.close()
            #expect(metrics.text.contains("davenport_http_requests_total") && metrics.text.contains("davenport_pool_open"))
            #expect(!Self.showsLetter(metrics), "\(metrics)")
            for one in all {
                let started = try await world.call(
                    Endpoints.startPlay, ["challengeID": one.challengeID.lowercased], as: .person(world.friend, in: server.tenant))
                #expect(started.status == 201 && Self.showsLetter(started), "\(started)")
            }
        }
    }

    /// Returns whether an answer contains a planted letter, in plain form or as JSON and URLs escape it.
    private static func showsLetter(_ answer: Answer) -> Bool {
        let text = (answer.text + answer.headers.values.joined()).lowercased()
        return [planted, "\\u0463", "%d1%a3"].contains { text.contains($0) }
    }

    /// Returns the own challenge that the owner has finished, and the two daily ones, which the owner finishes now.
    private func played(_ world: AccessWorld) async throws -> [Played] {
        let client = world.server.as(world.owner)
        let today = try await client.showToday()
        var all = [
            Played(
                challengeID: try #require(world.known["challengeID"].flatMap { UUID(uuidString: $0) }),
                playID: try #require(world.known["playID"].flatMap { UUID(uuidString: $0) }))
        ]
        for challenge in [today.timed, today.untimed] {
            let play = try await client.startPlay(challengeID: challenge.id).value
            _ = try await client.sendMoves(NewMoves(playID: play.id, finish: true))
            all.append(Played(challengeID: challenge.id, playID: play.id))
        }
        return all
    }

    /// Replaces all letters of these challenges, and adds words of them.
    private func plant(_ server: TestServer, _ all: [Played]) async throws {
        let (word, now) = (String(repeating: Self.planted, count: 3), server.clock.now)
        try await server.rows("UPDATE challenges SET letters = repeat(\(Self.planted), 81)")
        for one in all {
            try await server.rows(
                """
                UPDATE plays SET score = 9, reached_at = \(now), word_count = 1, best_word = \(word), best_score = 9,
                    best_reached_at = \(now), moves = jsonb_build_array(jsonb_build_object(
                        'at', 0, 'faces', '[24, 25, 26]'::jsonb, 'word', \(word)::text, 'score', 9))
                WHERE id = \(one.playID)
                """)
            try await server.rows(
                """
                INSERT INTO played_words (tenant_id, play_id, number, word, score, played_at)
                VALUES (\(server.tenant.id), \(one.playID), 0, \(word), 9, \(now))
                """)
        }
    }
}
