import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 5: rooms")
struct RoomTests {
    /// Shows rule 5.1.
    @Test("Members are sorted with the host first, then by time of joining, then by id")
    func memberOrder() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem, dora) = try await server.friends("ada", "bea", "cem", "dora")
            let elif = try await server.person("elif")
            try await server.befriend(bea, elif)
            let room = try await server.room(bea, with: [ada, cem, dora], episode: 1)
            server.clock.advance(by: 1)
            let joined = try await server.as(bea).addMember(roomID: room.id, userID: elif.id)
            let others = [ada, cem, dora].map(\.id).sorted { $0.uuidString < $1.uuidString }
            #expect(joined.members.map(\.user.id) == [bea.id] + others + [elif.id])
        }
    }

    /// Shows rules 5.1 and 5.5.
    @Test("A room has its creator as host and its members, and its attention is watch")
    func create() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada, with: [bea], season: 1, episode: 3)
            #expect(
                room.subject
                    == .tv(showID: 95396, season: 1, episode: 3, showTitle: "Severance", episodeTitle: "Episode 3"))
            #expect(room.members.map(\.user.username) == ["ada", "bea"])
            #expect(room.members.map(\.isHost) == [true, false])
            #expect(room.attention == .watch)
            #expect(!room.archived && room.completedAt == nil && room.commentCount == 0 && room.unreadCount == 0 && room.readNumber == 0)
            let seen = try await server.as(bea).showRoom(roomID: room.id)
            #expect(seen == room)
        }
    }

    /// Shows rule 5.1.
    @Test("Movies and custom titles can have rooms too, and a room can have a single member")
    func kinds() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let movie = try await server.room(ada, subject: .movie(movieID: 76, title: "Before Sunrise"))
            #expect(movie.subject == .movie(movieID: 76, title: "Before Sunrise"))
            let custom = try await server.room(ada, subject: .custom(title: "  Our holiday film "))
            #expect(custom.subject == .custom(title: "Our holiday film"))
            #expect(custom.members.count == 1)
            let done = try await server.watched(ada, custom)
            #expect(done.attention == .discuss)
            #expect(done.completedAt == server.clock.now)
        }
    }

    /// Shows rule 5.2.
    @Test("A creator can add friends, and users who share a room with them; anyone else, existing or not, is unknown_user")
    func whoMay() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.strangers("ada", "bea", "cem")
            let stranger = try await server.person("stranger", in: try await server.otherTenant())
            try await server.befriend(ada, bea)
            try await server.befriend(ada, cem)
            var answers: Set<String> = []
            for id in [cem.id, stranger.id, UUID()] {
                let answer = try await create(server, bea, [id])
                #expect(answer.status == 422)
                #expect(answer.code == .unknownUser)
                answers.insert(answer.withoutRequestID)
            }
            #expect(answers.count == 1)
            _ = try await server.room(ada, with: [bea, cem])
            #expect(try await create(server, bea, [cem.id]).status == 201, "they share a room now")
        }
    }

    /// Shows rules 4.7 and 5.3.
    @Test("Nobody can bring two users together when one blocks the other")
    func blocks() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            try await server.block(bea, cem)
            let together = try await create(server, ada, [bea.id, cem.id])
            #expect(together.status == 409)
            #expect(together.code == .membersCannotShareRoom)
            #expect(!together.text.contains("bea") && !together.text.contains("cem"))
            #expect(try await create(server, cem, [bea.id]).code == .unknownUser)
            #expect(try await create(server, bea, [cem.id]).code == .unknownUser)
        }
    }

    /// Shows rule 5.4.
    @Test("One subject with exactly the same members has one room, unless it is a rewatch; a conflict names the newest")
    func duplicates() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            _ = try await server.room(ada, with: [bea])
            server.clock.advance(by: 1)
            let again = try await server.room(bea, with: [ada], rewatch: true)
            let refused = try await create(server, bea, [ada.id, ada.id, bea.id])
            #expect(refused.status == 409)
            let problem = try refused.json(Problem.self)
            #expect(problem.code == .roomExists)
            #expect(problem.roomID == again.id)
            _ = try await server.room(ada, with: [bea, cem])
            _ = try await server.room(ada, with: [bea], episode: 2)
        }
    }

    /// Shows rule 5.4.
    @Test("Custom titles are equal if they are equal after trimming, NFC and case folding")
    func customTitles() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            _ = try await server.room(ada, subject: .custom(title: "Café der Straße"))
            let body: Body = ["subject": ["kind": "custom", "title": " cafe\u{301} DER STRASSE\u{a0}"], "memberIDs": []]
            #expect(try await server.call(.post, "/v1/rooms", token: ada.token, json: body).code == .roomExists)
        }
    }

    /// Shows rule 5.4.
    @Test("Two concurrent creations make one room, 100 times")
    func race() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            for episode in 1...100 {
                async let one = create(server, ada, [bea.id], episode: episode)
                async let other = create(server, bea, [ada.id], episode: episode)
                let statuses = try await [one.status, other.status].sorted()
                #expect(statuses == [201, 409])
            }
        }
    }

    /// Shows rule 6.7.
    @Test("rules 6: with an id of the client's a repeated creation returns the same room, and a different one is id_taken")
    func chosenID() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let id = UUID()
            let make = { (person: Person, episode: Int) in
                let subject = NewSubject.tv(showID: 1, season: 1, episode: episode, showTitle: "x")
                return try await server.as(person).createRoom(NewRoom(id: id, subject: subject, memberIDs: [bea.id]))
            }
            let first = try await make(ada, 1)
            #expect(first.isNew && first.value.id == id)
            let again = try await make(ada, 1)
            #expect(!again.isNew && again.value == first.value)
            #expect(try await refusal { try await make(ada, 2) } == .idTaken)
            #expect(try await refusal { try await make(bea, 1) } == .idTaken)
            _ = try await server.as(ada).deleteRoom(roomID: id)
            #expect(try await refusal { try await make(ada, 1) } == .idTaken)
        }
    }

    /// Shows rule 5.8.
    @Test("The host, and admins and owners who are members, can delete a room; it is gone at once for all")
    func deletion() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let admin = try await server.person("cem", role: .admin)
            try await server.befriend(admin, ada)
            let room = try await server.room(ada, with: [bea, admin])
            #expect(try await server.call(.delete, "/v1/rooms/\(room.id)", token: bea.token).status == 403)
            #expect(try await server.call(.delete, "/v1/rooms/\(room.id)", token: admin.token).status == 204)
            for person in [ada, bea] {
                #expect(try await server.call(.get, "/v1/rooms/\(room.id)", token: person.token).status == 404)
                #expect(try await server.dashboard(of: person).sections.isEmpty)
            }
        }
    }

    /// Shows rule 5.5.
    @Test("Without a catalogue the client supplies the titles")
    func titles() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let tv: Body = ["subject": ["kind": "tv", "showID": 1, "season": 1, "episode": 1], "memberIDs": []]
            #expect(try await server.call(.post, "/v1/rooms", token: ada.token, json: tv).faultyFields == ["subject.showTitle"])
            let movie: Body = ["subject": ["kind": "movie", "movieID": 1], "memberIDs": []]
            #expect(try await server.call(.post, "/v1/rooms", token: ada.token, json: movie).faultyFields == ["subject.title"])
        }
    }

    /// Shows rule 5.1.
    @Test("A room has at most 32 members")
    func full() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let ids = (0..<32).map { _ in JSONValue.id(UUID()) }
            let body: Body = ["subject": ["kind": "custom", "title": "x"], "memberIDs": .list(ids)]
            #expect(try await server.call(.post, "/v1/rooms", token: ada.token, json: body).faultyFields == ["memberIDs"])
        }
    }

    private func create(_ server: TestServer, _ person: Person, _ others: [UUID], episode: Int = 1) async throws -> Answer {
        let body: Body = [
            "subject": ["kind": "tv", "showID": 95396, "season": 1, "episode": .integer(episode), "showTitle": "Severance"],
            "memberIDs": .list(others.map { .id($0) }),
        ]
        return try await server.call(.post, "/v1/rooms", token: person.token, json: body)
    }
}
