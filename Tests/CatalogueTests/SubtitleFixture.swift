import Catalogue
import DavenportAPI
import Domain
import Foundation
import Programs
import TMDBStandIn
import TestSupport

/// A server with a provider of subtitles, and a member of a room about an episode that the provider knows.
struct SubtitleFixture: Sendable {
    let server: TestServer
    let provider: TMDBStandIn
    let ada: Person
    let room: Room

    static func with(
        password: String? = TMDBStandIn.subtitlePassword, key: String? = nil,
        _ body: @escaping @Sendable (SubtitleFixture) async throws -> Void
    ) async throws {
        try await TMDBStandIn.run { provider in
            try await TestServer.with(tmdb: .of(provider), subtitles: .of(provider, password: password, key: key)) { server in
                let ada = try await server.person("ada")
                let room = try await server.room(ada)
                try await body(SubtitleFixture(server: server, provider: provider, ada: ada, room: room))
            }
        }
    }

    /// Runs another server on the same database.
    func withSecondServer(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let database = Database(pool: server.database.app, clock: server.clock.wall)
        let subtitles = SubtitleCatalogue(.of(provider), database: database, deadlines: .patient, logger: .quiet)
        let serving = UseCases(database: database, passwords: server.hasher, services: Services(nil, subtitles), logger: .quiet)
        do { try await TestServer.serve(serving) { _, port in try await body(port) } } catch {
            await subtitles.close()
            throw error
        }
        await subtitles.close()
    }

    /// Fetches subtitles for a room, by default Ada's.
    func fetch(
        _ language: String = "en", in room: Room? = nil, as person: Person? = nil, at port: Int? = nil
    ) async throws -> TestSupport.Answer {
        try await server.call(
            .post, "/v1/rooms/\((room ?? self.room).id)/subtitles/fetch", token: (person ?? ada).token, json: ["language": language],
            port: port)
    }

    /// Returns the number of requests to the provider of subtitles.
    func asked(_ path: String = "") -> Int { provider.asked.count { $0.path.hasPrefix("/api/v1" + path) } }
}

extension OpenSubtitlesSettings {
    static func of(
        _ provider: TMDBStandIn, password: String? = TMDBStandIn.subtitlePassword, key: String? = nil
    ) -> OpenSubtitlesSettings {
        OpenSubtitlesSettings(
            baseURL: provider.subtitlesURL, key: key ?? provider.key,
            account: password.map { Account(user: TMDBStandIn.subtitleUser, password: $0) })
    }
}
