import Catalogue
import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import TMDBStandIn

@Suite("rules 25: a history from elsewhere, with a catalogue")
struct HistoryTests {
    private static let at = Date(timeIntervalSince1970: 1_735_689_600)

    private func send(_ items: [HistoryItem], _ evening: CatalogueFixture) async throws -> ImportedHistory {
        try await evening.server.as(evening.ada).importHistory(HistoryItems(items: items))
    }

    /// Shows rule 25.8.
    @Test("A show is looked up once by TheTVDB's id, and a film by title and year; what is unknown is answered with its position")
    func identified() async throws {
        try await CatalogueFixture.with { evening in
            let tvdb = 1_000_000 + CatalogueFixture.severance
            let answer = try await send(
                [
                    HistoryItem(tvdbID: tvdb, season: 1, episode: 1, watchedAt: Self.at),
                    HistoryItem(tvdbID: tvdb, season: 1, episode: 2, watchedAt: Self.at),
                    HistoryItem(tvdbID: tvdb, season: 1, episode: 99, watchedAt: Self.at),
                    HistoryItem(tvdbID: 5, season: 1, episode: 1, watchedAt: Self.at),
                    HistoryItem(title: "before SUNRISE", year: 1995, watchedAt: Self.at),
                    HistoryItem(title: "Before Sunrise", year: 1994, watchedAt: Self.at),
                    HistoryItem(.movie(movieID: 80), watchedAt: Self.at), HistoryItem(.movie(movieID: 2_000_000_000), watchedAt: Self.at),
                ], evening)
            #expect(
                answer
                    == ImportedHistory(
                        made: 5, known: 0, unknown: [2, 3, 7].map { .init(index: $0, code: .unknownSubject) }))
            let rooms = try await evening.server.as(evening.ada).listRooms(RoomQuery(archived: true, limit: 100)).items
            let subjects: [Subject] = [
                .tv(showID: 95396, season: 1, episode: 1, showTitle: "Severance", episodeTitle: "Good News About Hell"),
                .tv(showID: 95396, season: 1, episode: 2, showTitle: "Severance", episodeTitle: "Half Loop"),
                .movie(movieID: 76, title: "Before Sunrise"), .custom(title: "Before Sunrise (1994)"),
                .movie(movieID: 80, title: "Before Sunset"),
            ]
            for subject in subjects { #expect(rooms.contains { $0.subject == subject }, "\(subject)") }
            #expect(evening.asked("/3/find") == 2)
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 25.8.
    @Test("While the provider is away, an item says so, and others are stored")
    func away() async throws {
        try await CatalogueFixture.with(CatalogueDeadlines()) { evening in
            evening.tmdb.add(Rule(.answer, path: "/find", status: 503, body: "{}"))
            let answer = try await send(
                [
                    HistoryItem(tvdbID: 1, season: 1, episode: 1, watchedAt: Self.at),
                    HistoryItem(.tv(showID: 7, season: 1, episode: 1, showTitle: "Seven"), watchedAt: Self.at),
                ], evening)
            #expect(answer == ImportedHistory(made: 1, known: 0, unknown: [.init(index: 0, code: .catalogueUnavailable)]))
        }
    }

    /// Shows rule 25.8.
    @Test("If a show can't be looked up now, all of its items say so after one attempt, and others are stored")
    func refusedShow() async throws {
        try await CatalogueFixture.with { evening in
            try await evening.allow(1)
            _ = try await evening.get("tv/95396").expecting(200, Show.self)
            let episodes = (1...3).map { HistoryItem(tvdbID: 1, season: 1, episode: $0, watchedAt: Self.at) }
            let titled = HistoryItem(.tv(showID: 7, season: 1, episode: 1, showTitle: "Seven"), watchedAt: Self.at)
            let answer = try await send(episodes + [titled], evening)
            #expect(answer == ImportedHistory(made: 1, known: 0, unknown: (0..<3).map { .init(index: $0, code: .tooManyRequests) }))
            #expect(evening.server.catalogue?.counts.refused == 1)
        }
    }

    /// Shows rule 25.6.
    @Test("TheTVDB's id of a show, which Plex's old agents send, finds the room whatever its title; an unknown one finds it by title")
    func playerID() async throws {
        try await CatalogueFixture.with { evening in
            let (server, ada) = (evening.server, evening.ada)
            let url = try await server.as(ada).createAccessKey(NewAccessKey(purpose: .player, account: "ada")).url
            for (number, title, tvdbID) in [(1, "Abtrennung", 1_000_000 + CatalogueFixture.severance), (2, "Severance", 5)] {
                let room = try await evening.makeRoom(CatalogueFixture.episode(1, number)).expecting(201, Room.self)
                let event: JSONValue = [
                    "event": "media.scrobble", "Account": ["title": "ada"],
                    "Metadata": [
                        "type": "episode", "grandparentTitle": .string(title), "parentIndex": 1, "index": .integer(number),
                        "guid": .string("com.plexapp.agents.thetvdb://\(tvdbID)/1/\(number)?lang=de"),
                    ],
                ]
                #expect(try await server.call(.post, url, body: Array(event.description.utf8)).status == 204)
                #expect(try await server.as(ada).showRoom(roomID: room.id).members[0].watchedAt != nil, "\(title)")
            }
        }
    }
}
