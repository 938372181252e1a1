import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 5: joining and leaving")
struct MembershipTests {
    /// Shows rules 5.2 and 6.6.
    @Test("A member adds a friend, who starts with everything unread; a repeated request changes nothing")
    func adding() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea])
            try await server.comment(ada, in: room, "one")
            let path = "/v1/rooms/\(room.id)/members/\(cem.id)"
            for _ in 0..<2 {
                let joined = try await server.call(.put, path, token: bea.token).expecting(200, Room.self)
                #expect(joined.members.map(\.user.username).sorted() == ["ada", "bea", "cem"])
            }
            let seen = try await server.as(cem).showRoom(roomID: room.id)
            #expect(seen.unreadCount == 1 && seen.readNumber == 0)
            #expect(seen.group != room.group)
        }
    }

    /// Shows rules 4.7 and 5.2.
    @Test("Members can add their friends and room-mates, never a blocked pair; for strangers the room is 404")
    func whoMay() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let dora = try await server.person("dora")
            let room = try await server.room(ada, with: [bea])
            let add = { (caller: Person, user: UUID) in
                try await server.call(.put, "/v1/rooms/\(room.id)/members/\(user)", token: caller.token)
            }
            #expect(try await add(ada, dora.id).code == .unknownUser)
            #expect(try await add(ada, UUID()).code == .unknownUser)
            #expect(try await add(dora, cem.id).status == 404)
            try await server.block(bea, cem)
            #expect(try await add(ada, cem.id).code == .membersCannotShareRoom)
            #expect(try await add(bea, cem.id).code == .unknownUser)
        }
    }

    /// Shows rule 5.1.
    @Test("A full room accepts no further member")
    func full() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let befriended = { (name: String) in
                let friend = try await server.person(name)
                try await server.befriend(ada, friend)
                return friend
            }
            var members: [Person] = []
            for index in 0..<31 { members.append(try await befriended("p\(index)x")) }
            let room = try await server.room(ada, with: members)
            let late = try await befriended("late")
            let answer = try await server.call(.put, "/v1/rooms/\(room.id)/members/\(late.id)", token: ada.token)
            #expect(answer.status == 409)
            #expect(answer.code == .roomFull)
        }
    }

    /// Shows rules 5.1, 5.6 and 5.7.
    @Test("A room leaves its former member's lists but keeps their comments; the longest-standing member becomes host, and it may complete")
    func leaving() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [cem])
            server.clock.advance(by: 60)
            _ = try await server.as(ada).addMember(roomID: room.id, userID: bea.id)
            try await server.comment(ada, in: room, "bye")
            try await server.watched(bea, room)
            try await server.watched(cem, room)
            server.clock.advance(by: 60)
            #expect(try await leave(server, ada, room) == 204)
            #expect(try await leave(server, ada, room) == 404)
            #expect(try await server.call(.get, "/v1/rooms/\(room.id)", token: ada.token).status == 404)
            #expect(try await server.dashboard(of: ada).sections.isEmpty)
            let seen = try await server.as(bea).showRoom(roomID: room.id)
            #expect(seen.members.map(\.user.username) == ["cem", "bea"])
            #expect(seen.members.first?.isHost == true)
            #expect(seen.completedAt == server.clock.now)
            #expect(seen.commentCount == 1)
            let comments = try await server.as(bea).listComments(CommentQuery(roomID: room.id))
            #expect(comments.items.map { $0.author?.username } == ["ada"])
        }
    }

    /// Shows rules 5.7 and 5.10.
    @Test("A member who is added again gets their watched mark back; without one, the room becomes incomplete")
    func comingBack() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea])
            try await server.watched(bea, room)
            let completed = try await server.watched(ada, room).completedAt
            #expect(try await leave(server, bea, room) == 204)
            server.clock.advance(by: 60)
            let add = { (person: Person) in
                try await server.as(ada).addMember(roomID: room.id, userID: person.id)
            }
            #expect(try await add(bea).completedAt == completed)
            #expect(try await add(cem).completedAt == nil)
            server.clock.advance(by: 60)
            #expect(try await leave(server, cem, room) == 204)
            let seen = try await server.as(ada).showRoom(roomID: room.id)
            #expect(seen.completedAt == server.clock.now, "leaving of the last one who had not watched completes it")
        }
    }

    /// Shows rule 5.7.
    @Test("The room is deleted when its last member leaves")
    func last() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada, with: [bea])
            async let one = leave(server, ada, room)
            async let other = leave(server, bea, room)
            #expect(try await [one, other] == [204, 204])
            #expect(try await server.database.count("rooms") == 0)
        }
    }

    /// Shows rule 7.1.
    @Test("rules 7: joining and leaving move the room to the section of its new members")
    func sections() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea])
            _ = try await server.room(ada, with: [bea], episode: 2)
            _ = try await server.as(ada).addMember(roomID: room.id, userID: cem.id)
            #expect(try await server.dashboard(of: ada).sections.map(\.rooms.count) == [1, 1])
            #expect(try await leave(server, cem, room) == 204)
            #expect(try await server.dashboard(of: ada).sections.map(\.rooms.count) == [2])
        }
    }

    /// Shows rule 7.6.
    @Test(
        "rules 7: the next room is for the following episode and the current members; concurrent requests make one; specials have none")
    func next() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada, with: [bea], season: 2, episode: 4)
            async let one = server.call(.post, "/v1/rooms/\(room.id)/next", token: ada.token)
            async let other = server.call(.post, "/v1/rooms/\(room.id)/next", token: bea.token)
            let answers = try await [one, other]
            #expect(answers.map(\.status).sorted() == [200, 201])
            let rooms = try answers.map { try $0.json(Room.self) }
            let next = try #require(rooms.first)
            #expect(rooms.allSatisfy { $0.id == next.id })
            #expect(next.subject == .tv(showID: 95396, season: 2, episode: 5, showTitle: "Severance", episodeTitle: nil))
            #expect(next.group == room.group)
            let special = try await server.room(ada, season: 0)
            let movie = try await server.room(ada, subject: .movie(movieID: 1, title: "x"))
            for room in [special, movie] {
                #expect(try await refusal { try await server.as(ada).createNextRoom(roomID: room.id) } == .noNextEpisode)
            }
        }
    }

    /// Shows rule 7.7.
    @Test("rules 7: groups are listed in pages with their counts, also those with archived rooms only")
    func groups() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            try await server.watched(ada, try await server.room(ada, showID: 1))
            server.clock.advance(by: 8 * 86_400)
            _ = try await server.room(ada, with: [bea], showID: 2)
            server.clock.advance(by: 60)
            _ = try await server.room(ada, subject: .movie(movieID: 1, title: "x"))
            _ = try await server.room(ada, subject: .movie(movieID: 2, title: "y"))
            let cards = try await server.as(ada).all(Endpoints.listGroups, GroupQuery(limit: 2)).array()
            #expect(
                cards.map { "\($0.group.title) \($0.activeCount) \($0.archivedCount)" } == ["Movies 2 0", "Severance 1 0", "Severance 0 1"])
            #expect(cards.map(\.group.members.count) == [1, 2, 1])
            let movies = try await server.as(ada).listGroups(GroupQuery(kind: .movie))
            #expect(movies.items.count == 1)
        }
    }

    private func leave(_ server: TestServer, _ person: Person, _ room: Room) async throws -> Int {
        try await server.call(.delete, "/v1/rooms/\(room.id)/members/me", token: person.token).status
    }
}
