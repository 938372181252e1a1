import Catalogue
import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@testable import TMDBStandIn

@Suite("rules 5 and 8: titles of rooms from the catalogue")
struct RoomTitleTests {
    /// Shows rule 5.5.
    @Test("A room can be made by ids alone, and gets the catalogue's titles")
    func filled() async throws {
        try await CatalogueFixture.with { evening in
            let room = try await evening.makeRoom(CatalogueFixture.episode(1, 5)).expecting(201, Room.self)
            #expect(
                room.subject
                    == .tv(
                        showID: 95396, season: 1, episode: 5, showTitle: "Severance",
                        episodeTitle: "The Grim Barbarity of Optics and Design"))
            let movies = try await evening.get("search?query=the&type=movie").expecting(200, SearchResults.self).results
            let movie = try #require(movies.first)
            let other = try await evening.makeRoom(["kind": "movie", "movieID": .integer(movie.id)]).expecting(201, Room.self)
            #expect(other.subject == .movie(movieID: movie.id, title: movie.title))
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 5.5.
    @Test("The catalogue's titles override the client's if it knows the subject")
    func wins() async throws {
        try await CatalogueFixture.with { evening in
            var subject = CatalogueFixture.episode(1, 1)
            subject["showTitle"] = "Another"
            subject["episodeTitle"] = "Other"
            let room = try await evening.makeRoom(subject).expecting(201, Room.self)
            #expect(
                room.subject == .tv(showID: 95396, season: 1, episode: 1, showTitle: "Severance", episodeTitle: "Good News About Hell"))
        }
    }

    /// Shows rule 5.5.
    @Test("An id that the catalogue doesn't know is 422 with any title, and no room is made")
    func unknown() async throws {
        try await CatalogueFixture.with { evening in
            let subjects: [Body] = [
                CatalogueFixture.episode(1, 77), CatalogueFixture.episode(77, 1),
                ["kind": "tv", "showID": 1, "season": 1, "episode": 1, "showTitle": "Nothing"],
                ["kind": "movie", "movieID": 1, "title": "Nothing"],
            ]
            for subject in subjects {
                let answer = try await evening.makeRoom(subject)
                #expect(answer.code == .unknownSubject && answer.status == 422, "\(answer)")
                #expect(answer.faultyFields.count == 1)
            }
            #expect(try await evening.server.database.count("rooms") == 0)
            _ = try await evening.makeRoom(["kind": "custom", "title": "Holiday"]).expecting(201, Room.self)
        }
    }

    /// Shows rule 5.5.
    @Test("An episode added since the last fetch is found at once")
    func since() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.makeRoom(CatalogueFixture.episode(1, 9)).expecting(201, Room.self)
            evening.change(season: 1) { $0.episodes.append(.init(id: 7_654_321, episodeNumber: 10, name: "The Reunion")) }
            expect(try await evening.makeRoom(CatalogueFixture.episode(1, 10)), .unknownSubject)
            evening.server.clock.advance(by: 3601)
            _ = try await evening.makeRoom(CatalogueFixture.episode(1, 10)).expecting(201, Room.self)
        }
    }

    /// Shows rule 5.5.
    @Test("While the provider doesn't answer, the client's titles are used; without any, the answer is 503")
    func away() async throws {
        try await CatalogueFixture.with(CatalogueDeadlines()) { evening in
            evening.tmdb.add(Rule(.hold))
            var subject = CatalogueFixture.episode(1, 1)
            expect(try await evening.makeRoom(subject), .catalogueUnavailable)
            expect(try await evening.makeRoom(["kind": "movie", "movieID": 13]), .catalogueUnavailable)
            subject["showTitle"] = "Severance, as I call it"
            let room = try await evening.makeRoom(subject).expecting(201, Room.self)
            #expect(
                room.subject == .tv(showID: 95396, season: 1, episode: 1, showTitle: "Severance, as I call it", episodeTitle: nil))
            evening.tmdb.clear()
        }
    }

    /// Shows rule 5.5.
    @Test("While the provider is down cached answers make rooms, stale ones included")
    func dead() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            await evening.tmdb.stop()
            evening.server.clock.advance(by: 10 * 86_400)
            let room = try await evening.makeRoom(CatalogueFixture.episode(1, 2)).expecting(201, Room.self)
            #expect(room.subject == .tv(showID: 95396, season: 1, episode: 2, showTitle: "Severance", episodeTitle: "Half Loop"))
            #expect(try await evening.server.dashboard(of: evening.ada).sections.count == 1)
        }
    }

    /// Shows rule 5.5.
    @Test("A room keeps the titles that it was made with, whatever the catalogue returns later")
    func stay() async throws {
        try await CatalogueFixture.with { evening in
            let room = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            evening.change { $0.name = "Work-Life" }
            evening.change(season: 1) { $0.episodes.removeAll { $0.episodeNumber == 1 } }
            evening.server.clock.advance(by: 86_401)
            _ = try await evening.get("tv/95396/seasons/1")
            try await eventually("the catalogue has changed") {
                try await evening.get("tv/95396/seasons/1").expecting(200, Season.self).episodes.first?.episode == 2
            }
            #expect(try await evening.server.as(evening.ada).showRoom(roomID: room.id).subject == room.subject)
        }
    }

    /// Shows rule 5.5.
    @Test("A repeated request finds its room, even with an empty cache and a dead provider")
    func again() async throws {
        try await CatalogueFixture.with { evening in
            let id = UUID()
            let body: Body = [
                "id": .id(id), "subject": .object(CatalogueFixture.episode(1, 1).map { .init($0.key, $0.value) }), "memberIDs": [],
            ]
            let ask = { try await evening.server.call(.post, "/v1/rooms", token: evening.ada.token, json: body) }
            #expect(try await ask().expecting(201, Room.self).id == id)
            #expect(try await ask().expecting(200, Room.self).id == id)
            await evening.tmdb.stop()
            try await evening.server.rows("DELETE FROM catalogue_entries")
            #expect(try await ask().expecting(200, Room.self).id == id)
            expect(try await evening.makeRoom(CatalogueFixture.episode(1, 1)), .catalogueUnavailable)
        }
    }
}
