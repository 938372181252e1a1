import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing
import Watch

@Suite("rules 7: the dashboard and lists of rooms")
struct DashboardTests {
    /// Shows rule 7.3.
    @Test("Attention is, in this order: watch, read, wait, discuss")
    func attention() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let attention = { (person: Person) in try await server.dashboard(of: person).sections.first?.rooms.first?.attention }
            let comment = try await server.comment(bea, in: room, "not yet, but")
            #expect(try await attention(ada) == .watch)
            try await server.watched(ada, room)
            #expect(try await attention(ada) == .read)
            _ = try await server.as(ada).markRead(roomID: room.id, commentID: comment.id)
            #expect(try await attention(ada) == .wait)
            try await server.watched(bea, room)
            #expect(try await attention(ada) == .discuss)
            #expect(try await attention(bea) == .discuss)
        }
    }

    /// Shows rules 7.4 and 7.7.
    @Test("A dashboard has the 300 most recently active rooms and says if there are more; the list of rooms has all")
    func truncated() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let first = try await server.room(ada, with: [bea], subject: .custom(title: "first"))
            let second = try await server.room(ada, with: [bea], subject: .custom(title: "second"))
            for number in 1...298 {
                server.clock.advance(by: 60)
                _ = try await server.room(ada, with: [bea], subject: .custom(title: "\(number)"))
            }
            let whole = try await server.dashboard(of: bea)
            #expect(!whole.truncated && whole.sections.flatMap(\.rooms).count == 300)
            // A comment in the first room makes the second room the least recently active one.
            try await server.comment(bea, in: first, "still")
            _ = try await server.room(bea, subject: .custom(title: "one more"))
            let cut = try await server.dashboard(of: bea)
            let rooms = cut.sections.flatMap(\.rooms).map(\.id)
            #expect(cut.truncated && rooms.count == 300)
            #expect(rooms.contains(first.id) && !rooms.contains(second.id))
            #expect(try await server.dashboard(of: ada).truncated == false)
            #expect(try await server.as(bea).all(Endpoints.listRooms, RoomQuery(archived: false, limit: 100)).array().count == 301)
        }
    }

    /// Shows rules 7.1 and 7.2.
    @Test("A dashboard has one section per group: series by show and exact members, movies and custom titles by members")
    func sections() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let movie = { (id: Int) in NewSubject.movie(movieID: id, title: "Movie \(id)") }
            for episode in 1...3 {
                server.clock.advance(by: 1)
                _ = try await server.room(ada, with: [bea], episode: episode)
            }
            _ = try await server.room(ada, with: [bea, cem], episode: 1)
            _ = try await server.room(ada, with: [bea], showID: 7)
            for id in 1...2 {
                server.clock.advance(by: 1)
                _ = try await server.room(ada, with: [bea], subject: movie(id))
            }
            _ = try await server.room(ada, with: [cem], subject: movie(1))
            _ = try await server.room(ada, subject: .custom(title: "solo"))
            let sections = try await server.dashboard(of: ada).sections
            #expect(sections.count == 6)
            let described = Set(
                sections.map { section in
                    "\(section.group.title) \(section.group.members.map(\.username).sorted().joined(separator: ",")) \(section.rooms.count)"
                })
            #expect(
                described == [
                    "Severance ada,bea 3", "Severance ada,bea,cem 1", "Severance ada,bea 1", "Movies ada,bea 2", "Movies ada,cem 1",
                    "Custom ada 1",
                ])
            let movies = try #require(sections.first { $0.group.kind == .movie && $0.rooms.count == 2 })
            #expect(movies.rooms.map(\.subject) == [.movie(movieID: 2, title: "Movie 2"), .movie(movieID: 1, title: "Movie 1")])
            let severance = try #require(sections.first { $0.rooms.count == 3 })
            #expect(severance.rooms.map { $0.subject.episodeNumber } == [3, 2, 1])
            #expect(severance.group.showID == 95396)
        }
    }

    /// Shows rule 7.2.
    @Test("Sections are sorted by latest activity (a new room, comment or watched mark), then by title")
    func order() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let one = try await server.room(ada, subject: .movie(movieID: 1, title: "x"))
            let two = try await server.room(ada, showID: 2)
            #expect(try await titles(server, ada) == ["Movies", "Severance"])
            server.clock.advance(by: 1)
            try await server.comment(ada, in: two, "hm")
            #expect(try await titles(server, ada) == ["Severance", "Movies"])
            server.clock.advance(by: 1)
            try await server.watched(ada, one)
            #expect(try await titles(server, ada) == ["Movies", "Severance"])
        }
    }

    /// Shows rule 7.5.
    @Test("The next episode follows the latest of the group's rooms, archived ones included; specials are ignored")
    func nextEpisode() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let special = try await server.room(ada, season: 0, episode: 9)
            let section = { try #require(try await server.dashboard(of: ada).sections.first) }
            #expect(try await section().nextEpisode == nil)
            let latest = try await server.room(ada, season: 2, episode: 4)
            _ = try await server.room(ada, season: 1, episode: 9)
            #expect(try await section().nextEpisode == NextEpisode(season: 2, episode: 5, title: nil))
            try await server.watched(ada, latest)
            server.clock.advance(by: 8 * 86_400)
            let left = try await section()
            #expect(left.rooms.map { $0.subject.episodeNumber } == [9, 9])
            #expect(left.rooms.last?.id == special.id)
            #expect(left.nextEpisode == NextEpisode(season: 2, episode: 5, title: nil))
            let last = try await server.room(ada, season: 3, episode: EpisodeRules.last)
            #expect(try await section().nextEpisode == nil, "no number follows")
            #expect(try await server.call(.post, "/v1/rooms/\(last.id)/next", token: ada.token).code == .noNextEpisode)
            #expect(try await server.dashboard(of: try await server.person("bea")).sections.isEmpty)
        }
    }

    /// Shows rule 7.7.
    @Test("Rooms are listed by latest activity, filtered by kind, group and archive, in pages without gaps")
    func lists() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            var rooms: [Room] = []
            for index in 1...12 {
                server.clock.advance(by: 60)
                let room =
                    index % 3 == 0
                    ? try await server.room(ada, subject: .movie(movieID: index, title: "m"))
                    : try await server.room(ada, with: index % 3 == 1 ? [] : [bea], episode: index)
                rooms.append(room)
                if index <= 6 {
                    try await server.watched(ada, room)
                    if index % 3 == 2 { try await server.watched(bea, room) }
                }
            }
            server.clock.advance(by: 7 * 86_400 - 200)
            let expected = rooms.reversed().map(\.id)
            #expect(try await all(server, ada, RoomQuery()) == expected)
            #expect(try await all(server, ada, RoomQuery(limit: 5)) == expected)
            #expect(try await all(server, ada, RoomQuery(archived: true, limit: 1)) == rooms.prefix(6).reversed().map(\.id))
            #expect(try await all(server, ada, RoomQuery(archived: false, limit: 2)) == rooms.suffix(6).reversed().map(\.id))
            #expect(
                try await all(server, ada, RoomQuery(kind: .movie, limit: 3))
                    == expected.filter { id in rooms.contains { $0.id == id && $0.subject.kind == .movie } })
            let group = rooms[0].group
            #expect(
                try await all(server, ada, RoomQuery(group: group, limit: 2))
                    == expected.filter { id in rooms.contains { $0.id == id && $0.group == group } })
            #expect(try await all(server, bea, RoomQuery(group: group)) == [])
        }
    }

    /// Shows rule 10.8.
    @Test("rules 10: an unchanged answer is 304, and the tag changes also when only the passing of time changes the answer")
    func tags() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            try await server.watched(ada, try await server.room(ada))
            let first = try await server.call(.get, "/v1/dashboard", token: ada.token)
            #expect(first.headers["cache-control"] == "private, no-cache")
            let tag = try #require(first.headers["etag"])
            let again = try await server.call(.get, "/v1/dashboard", token: ada.token, headers: ["If-None-Match": "\"x\", W/\(tag)"])
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(again.headers["etag"] == tag)
            server.clock.advance(by: 7 * 86_400)
            let later = try await server.call(.get, "/v1/dashboard", token: ada.token, headers: ["If-None-Match": tag])
            #expect(later.status == 200)
            #expect(later.headers["etag"] != tag)
        }
    }

    private func titles(_ server: TestServer, _ person: Person) async throws -> [String] {
        try await server.dashboard(of: person).sections.map(\.group.title)
    }

    private func all(_ server: TestServer, _ person: Person, _ query: RoomQuery) async throws -> [UUID] {
        try await server.as(person).all(Endpoints.listRooms, query).array().map(\.id)
    }
}

extension Subject {
    fileprivate var episodeNumber: Int? {
        if case .tv(_, _, let episode, _, _) = self { episode } else { nil }
    }
}
