import Catalogue
import DavenportAPI
import Domain
import Foundation
import Programs
import TMDBStandIn
import TestSupport
import Testing

/// A server with a catalogue, a stand-in for its provider, and somebody who looks things up.
struct MediaEvening: Sendable {
    let server: TestServer
    let tmdb: TMDBStandIn
    let ada: Person

    /// Severance, by TMDB's number.
    static let severance = 95396

    /// - Parameter deadlines: as long as a busy machine needs, unless given.
    static func with(
        _ deadlines: CatalogueDeadlines = .patient, _ body: @escaping @Sendable (MediaEvening) async throws -> Void
    ) async throws {
        try await TMDBStandIn.run { tmdb in
            try await TestServer.with(tmdb: .of(tmdb), deadlines: deadlines) { server in
                try await body(MediaEvening(server: server, tmdb: tmdb, ada: try await server.person("ada")))
            }
        }
    }

    /// Another server over the same database, with a catalogue of its own.
    /// - Parameter body: is given its port and that catalogue.
    func withSecondServer(_ body: @escaping @Sendable (Int, MediaCatalogue) async throws -> Void) async throws {
        let database = Database(pool: server.database.app, clock: server.clock.wall)
        try await TestServer.withCatalogue(.of(tmdb), database) { made in
            let catalogue = try #require(made)
            let serving = Dependencies(database: database, passwords: server.hasher, services: Services(catalogue), logger: .quiet)
            try await TestServer.serve(serving) { _, port in try await body(port, catalogue) }
        }
    }

    /// What Ada is answered.
    /// - Parameter port: this server's unless given.
    func get(_ path: String, at port: Int? = nil, as person: Person? = nil) async throws -> TestSupport.Answer {
        try await server.call(.get, "/v1/media/" + path, token: (person ?? ada).token, port: port)
    }

    /// How often the provider was asked for paths that begin so, where pictures are left out.
    func asked(_ path: String = "/3/") -> Int { tmdb.asked.count { $0.path.hasPrefix(path) && $0.path != "/3/configuration" } }

    /// Makes a room, by ids alone unless titles are given.
    func makeRoom(_ subject: Body, with others: [Person] = []) async throws -> TestSupport.Answer {
        let body: Body = [
            "subject": .object(subject.map { JSONValue.Member($0.key, $0.value) }), "memberIDs": .list(others.map { .id($0.id) }),
        ]
        return try await server.call(.post, "/v1/rooms", token: ada.token, json: body)
    }

    /// Goes on with what comes after a room.
    func makeNext(after room: Room) async throws -> TestSupport.Answer {
        try await server.call(.post, "/v1/rooms/\(room.id)/next", token: ada.token)
    }

    /// The subject of an episode of Severance.
    static func episode(_ season: Int, _ episode: Int) -> Body {
        ["kind": "tv", "showID": .integer(severance), "season": .integer(season), "episode": .integer(episode)]
    }

    /// What Ada's dashboard offers next in its one section, by what is kept now.
    func next() async throws -> NextEpisode? {
        try await server.dashboard(of: ada).sections.first?.nextEpisode
    }
}

extension TMDBSettings {
    static func of(_ tmdb: TMDBStandIn) -> TMDBSettings { TMDBSettings(baseURL: tmdb.url, key: tmdb.key, language: "en-US") }
}

/// Expects that an answer is a problem.
func expect(_ answer: TestSupport.Answer, _ code: Problem.Code, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(answer.code == code, "\(answer)", sourceLocation: sourceLocation)
}
