import Catalogue
import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@testable import TMDBStandIn

@Suite("rules 8: pictures of shows and movies")
struct PictureTests {
    /// Shows rule 8.15.
    @Test("Look-ups have posters and stills in three widths, and so have rooms and groups, everywhere the same")
    func widths() async throws {
        try await CatalogueFixture.with { evening in
            let show = try await evening.get("tv/95396").expecting(200, Show.self)
            let base = evening.tmdb.origin + "/t/p"
            #expect(show.poster == [154, 342, 500].map { MediaPicture(width: $0, url: "\(base)/w\($0)/tv95396.jpg") })
            #expect(show.still == [300, 780, 1280].map { MediaPicture(width: $0, url: "\(base)/w\($0)/tv95396-still.jpg") })
            let found = try await evening.get("search?query=sev").expecting(200, SearchResults.self).results
            #expect(found.first { $0.id == CatalogueFixture.severance }?.poster == show.poster)
            let room = try await evening.makeRoom(CatalogueFixture.episode(1, 5)).expecting(201, Room.self)
            #expect(room.poster == show.poster && room.still == show.still)
            let ada = evening.server.as(evening.ada)
            let (shown, listed) = (try await ada.showRoom(roomID: room.id), try await ada.listRooms(RoomQuery()).items)
            #expect(shown.still == show.still && listed.map(\.poster) == [show.poster])
            let next = try await evening.makeNext(after: room).expecting(201, Room.self)
            #expect(next.poster == show.poster && next.still == show.still)
            let section = try await evening.server.dashboard(of: evening.ada).sections.first
            #expect(section?.group.poster == show.poster && section?.rooms.first?.poster == show.poster)
            let groups = try await ada.listGroups(GroupQuery()).items
            #expect(groups.map(\.group.still) == [show.still])
            let changes = try await ada.listChanges(ChangesQuery())
            #expect(changes.rooms?.items.first?.still == show.still && changes.dashboard?.sections.first?.group.poster == show.poster)
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 8.15.
    @Test("A movie's room has the movie's pictures; a group of movies, custom titles and shows known by title have none")
    func others() async throws {
        try await CatalogueFixture.with { evening in
            let movie = try await evening.get("movies/603").expecting(200, Movie.self)
            let room = try await evening.makeRoom(["kind": "movie", "movieID": 603]).expecting(201, Room.self)
            #expect(room.poster == movie.poster && room.still == movie.still && movie.still?.count == 3)
            let own: [Body] = [
                ["kind": "custom", "title": "Holiday"], ["kind": "tv", "showTitle": "Our show", "season": 1, "episode": 1],
            ]
            for subject in own {
                let room = try await evening.makeRoom(subject).expecting(201, Room.self)
                #expect(room.poster == nil && room.still == nil)
            }
            let groups = try await evening.server.dashboard(of: evening.ada).sections.map(\.group)
            #expect(groups.count == 3 && groups.allSatisfy { $0.poster == nil && $0.still == nil })
        }
    }

    /// Shows rules 3.13 and 8.15.
    @Test("Who has the code of an invite sees the posters of its rooms; the list of one's invites has none")
    func invited() async throws {
        try await CatalogueFixture.with { evening in
            let show = try await evening.get("tv/95396").expecting(200, Show.self)
            let movie = try await evening.get("movies/603").expecting(200, Movie.self)
            let subjects: [Body] = [
                CatalogueFixture.episode(1, 5), ["kind": "movie", "movieID": 603], ["kind": "custom", "title": "Holiday"],
            ]
            let rooms = try await subjects.asyncMap { try await evening.makeRoom($0).expecting(201, Room.self) }
            let made = try await evening.server.invite(by: evening.ada, ["roomIDs": .list(rooms.map { .id($0.id) })])
            #expect(made.invite.rooms.count == 3 && made.invite.rooms.allSatisfy { $0.poster == nil })
            let asked: Body = ["code": .string(made.code)]
            let preview = try await evening.server.call(.post, "/v1/invites/lookup", json: asked, headers: ["Davenport-Tenant": "sofa"])
                .expecting(200, InvitePreview.self)
            #expect(preview.rooms.map { $0.poster } == [show.poster, movie.poster, nil] && movie.poster?.count == 3)
            #expect(try await evening.server.as(evening.ada).listInvites(InviteQuery()).items.first?.rooms == made.invite.rooms)
        }
    }

    /// Shows rule 8.15.
    @Test("No room waits for the provider: what isn't kept is asked for in the background")
    func background() async throws {
        try await CatalogueFixture.with { evening in
            let room = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            try await evening.server.rows("DELETE FROM catalogue_entries")
            evening.tmdb.add(Rule(.hold))
            try await evening.withSecondServer { port, _ in
                let ask = {
                    try await evening.server.call(.get, "/v1/rooms/\(room.id)", token: evening.ada.token, port: port)
                        .expecting(200, Room.self)
                }
                let before = try await ask()
                #expect(before.poster == nil && before.still == nil)
                evening.tmdb.clear()
                try await eventually("the pictures have come") { try await ask().still?.count == 3 }
            }
        }
    }

    /// Shows rule 8.16.
    @Test("A new poster returns no room, and the dashboard's group with it at once")
    func changed() async throws {
        try await CatalogueFixture.with { evening in
            _ = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            let cursor = try await evening.server.as(evening.ada).listChanges(ChangesQuery()).next
            evening.change { $0.posterPath = "/tv1399.jpg" }
            evening.server.clock.advance(by: 86_401)
            try await eventually("the catalogue has changed") {
                try await evening.get("tv/95396").expecting(200, Show.self).posterURL?.hasSuffix("/tv1399.jpg") == true
            }
            try await evening.withSecondServer { port, _ in
                let path = "/v1/changes?since=\(cursor)"
                let changes = try await evening.server.call(.get, path, token: evening.ada.token, port: port).expecting(200, Changes.self)
                #expect(changes.rooms?.items == [])
                #expect(changes.dashboard?.sections.first?.group.poster?.first?.url.hasSuffix("/w154/tv1399.jpg") == true)
            }
        }
    }

    /// Shows rule 8.17.
    @Test("With pictures off no answer has the address of one, and nothing says where they are")
    func off() async throws {
        try await TMDBStandIn.run { tmdb in
            let settings = TMDBSettings(baseURL: tmdb.url, key: tmdb.key, language: "en-US", hasPictures: false)
            try await TestServer.with(tmdb: settings) { server in
                let evening = CatalogueFixture(server: server, tmdb: tmdb, ada: try await server.person("ada"))
                let room = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
                let paths = [
                    "media/search?query=sev", "media/tv/95396", "media/movies/603", "rooms", "rooms/\(room.id)", "dashboard", "groups",
                    "changes",
                ]
                for path in paths {
                    let answer = try await server.call(.get, "/v1/" + path, token: evening.ada.token)
                    #expect(answer.status == 200 && !answer.text.contains("/t/p/"), "\(path): \(answer)")
                }
                let origin = await server.catalogue?.pictureOrigin
                #expect(origin == nil && !tmdb.asked.contains { $0.path == "/3/configuration" })
            }
        }
    }
}
