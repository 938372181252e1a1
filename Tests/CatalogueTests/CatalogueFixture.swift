import Catalogue
import DavenportAPI
import Domain
import Foundation
import Programs
import TMDBStandIn
import TestSupport
import Testing

/// A server with a catalogue, a stand-in for its provider, and a user, Ada.
struct CatalogueFixture: Sendable {
    let server: TestServer
    let tmdb: TMDBStandIn
    let ada: Person

    /// TMDB's id of Severance.
    static let severance = 95396

    /// - Parameter deadlines: the longest waits for the provider. The default is long enough for a busy machine.
    static func with(
        _ deadlines: CatalogueDeadlines = .patient, _ body: @escaping @Sendable (CatalogueFixture) async throws -> Void
    ) async throws {
        try await TMDBStandIn.run { tmdb in
            try await TestServer.with(tmdb: .of(tmdb), deadlines: deadlines) { server in
                try await body(CatalogueFixture(server: server, tmdb: tmdb, ada: try await server.person("ada")))
            }
        }
    }

    /// Runs another server on the same database, with a separate catalogue.
    /// - Parameter body: receives the server's port and catalogue.
    func withSecondServer(_ body: @escaping @Sendable (Int, MediaCatalogue) async throws -> Void) async throws {
        let database = Database(pool: server.database.app, clock: server.clock.wall)
        try await TestServer.withCatalogue(.of(tmdb), database) { made in
            let catalogue = try #require(made)
            let serving = UseCases(database: database, passwords: server.hasher, services: Services(catalogue), logger: .quiet)
            try await TestServer.serve(serving) { _, port in try await body(port, catalogue) }
        }
    }

    /// Sends a GET request to the catalogue, as Ada by default.
    /// - Parameter port: another server's port.
    func get(_ path: String, at port: Int? = nil, as person: Person? = nil) async throws -> TestSupport.Answer {
        try await server.call(.get, "/v1/media/" + path, token: (person ?? ada).token, port: port)
    }

    /// Returns the number of requests to the provider whose path has this prefix, without image configurations.
    func asked(_ path: String = "/3/") -> Int { tmdb.asked.count { $0.path.hasPrefix(path) && $0.path != "/3/configuration" } }

    /// Creates a room from the ids in the body, and from titles if there are any.
    func makeRoom(_ subject: Body, with others: [Person] = []) async throws -> TestSupport.Answer {
        let body: Body = [
            "subject": .object(subject.map { JSONValue.Member($0.key, $0.value) }), "memberIDs": .list(others.map { .id($0.id) }),
        ]
        return try await server.call(.post, "/v1/rooms", token: ada.token, json: body)
    }

    /// Creates the room for the next episode after a room.
    func makeNext(after room: Room) async throws -> TestSupport.Answer {
        try await server.call(.post, "/v1/rooms/\(room.id)/next", token: ada.token)
    }

    /// Returns the subject of an episode of Severance.
    static func episode(_ season: Int, _ episode: Int) -> Body {
        ["kind": "tv", "showID": .integer(severance), "season": .integer(season), "episode": .integer(episode)]
    }

    /// Returns the next episode in the only section of Ada's dashboard, as cached data gives it.
    func next() async throws -> NextEpisode? {
        try await server.dashboard(of: ada).sections.first?.nextEpisode
    }
}

extension TMDBSettings {
    static func of(_ tmdb: TMDBStandIn) -> TMDBSettings { TMDBSettings(baseURL: tmdb.url, key: tmdb.key, language: "en-US") }
}

/// Expects an answer to be a problem with this code.
func expect(_ answer: TestSupport.Answer, _ code: Problem.Code, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(answer.code == code, "\(answer)", sourceLocation: sourceLocation)
}
