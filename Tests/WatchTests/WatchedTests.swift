import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 5: watched, completed, archived")
struct WatchedTests {
    /// Shows rule 5.9.
    @Test("Watching records the time, now or an earlier given one; repeating changes nothing, and it can be undone")
    func marks() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let mark = Date(timeIntervalSince1970: 1_772_310_600.25)
            let marked = try await server.as(ada).markWatched(roomID: room.id, watchedAt: mark)
            #expect(marked.members.first?.watchedAt == mark)
            #expect(marked.attention == .wait)
            let again = try await server.watched(ada, room)
            #expect(again.members.first?.watchedAt == mark)
            let back = try await server.as(ada).unmarkWatched(roomID: room.id)
            #expect(back.members.allSatisfy { $0.watchedAt == nil })
            #expect(back.attention == .watch)
        }
    }

    /// Shows rules 5.9 and 10.14.
    @Test("A time up to five minutes ahead counts as now, since phones' clocks go fast; a later one is refused")
    func future() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for (ahead, isTaken) in [(0.001, true), (300, true), (300.001, false), (86_400, false)] {
                let room = try await server.room(ada, subject: .custom(title: "\(ahead)"))
                let body: Body = ["watchedAt": .string(Timestamp.text(server.clock.now.addingTimeInterval(ahead)))]
                let answer = try await server.call(.put, "/v1/rooms/\(room.id)/watched", token: ada.token, json: body)
                guard isTaken else {
                    #expect(answer.faultyFields == ["watchedAt"])
                    continue
                }
                #expect(try answer.expecting(200, Room.self).members.first?.watchedAt == server.clock.now)
            }
        }
    }

    /// Shows rule 5.10.
    @Test(
        "A room completes at the server's time of the last mark, whatever earlier time it names; unwatching resets that"
    )
    func completed() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            try await server.watched(ada, room)
            server.clock.advance(by: 3600)
            let earlier = server.clock.now.addingTimeInterval(-50 * 86_400)
            let done = try await server.as(bea).markWatched(roomID: room.id, watchedAt: earlier)
            #expect(done.completedAt == server.clock.now)
            #expect(done.attention == .discuss)
            server.clock.advance(by: 60)
            #expect(try await server.as(ada).unmarkWatched(roomID: room.id).completedAt == nil)
            server.clock.advance(by: 60)
            #expect(try await server.watched(ada, room).completedAt == server.clock.now)
            try await server.comment(ada, in: room, "still talking")
            server.clock.advance(by: 60)
            #expect(try await server.watched(ada, room).completedAt == server.clock.now.addingTimeInterval(-60))
        }
    }

    /// Shows rule 5.10.
    @Test("Two concurrent last marks complete the room, twenty times")
    func race() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            for episode in 1...20 {
                let room = try await server.room(ada, with: [bea], episode: episode)
                async let one = server.watched(ada, room)
                async let other = server.watched(bea, room)
                _ = try await (one, other)
                let seen = try await server.as(ada).showRoom(roomID: room.id)
                #expect(seen.completedAt == server.clock.now)
            }
        }
    }

    /// Shows rule 5.11.
    @Test("A room is active until exactly seven times 24 hours after completion, also across a daylight-saving change")
    func sevenDays() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            server.clock.advance(by: 25 * 86_400)
            let room = try await server.watched(ada, try await server.room(ada))
            server.clock.advance(by: 7 * 86_400 - 1)
            #expect(try await server.dashboard(of: ada).sections.count == 1)
            #expect(try await archived(server, ada) == [])
            server.clock.advance(by: 1)
            #expect(try await server.dashboard(of: ada).sections.isEmpty)
            #expect(try await archived(server, ada) == [room.id])
            let seen = try await server.as(ada).showRoom(roomID: room.id)
            #expect(seen.archived)
        }
    }

    /// Shows rule 5.11.
    @Test("Unwatching brings a room back from the archive, and a comment doesn't")
    func revival() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let room = try await server.watched(ada, try await server.room(ada))
            server.clock.advance(by: 8 * 86_400)
            try await server.comment(ada, in: room, "thinking of it again")
            #expect(try await archived(server, ada) == [room.id])
            _ = try await server.as(ada).unmarkWatched(roomID: room.id)
            #expect(try await archived(server, ada) == [])
            #expect(try await server.dashboard(of: ada).sections.count == 1)
        }
    }

    private func archived(_ server: TestServer, _ person: Person) async throws -> [UUID] {
        try await server.as(person).listRooms(RoomQuery(archived: true)).items.map(\.id)
    }
}
