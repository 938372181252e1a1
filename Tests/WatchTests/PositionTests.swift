import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 17: positions")
struct PositionTests {
    /// Shows rule 17.2.
    @Test("A running position advances by its age, until it is 180 seconds old; then it counts as paused where it was set")
    func arithmetic() {
        let running = Position(seconds: 660, running: true, age: 0)
        #expect([-1, 0, 1, 59, 179, 180, 181, 86_400].map { running.second(at: $0) } == [660, 660, 661, 719, 839, 660, 660, 660])
        #expect([0, 60, 181].map { Position(seconds: 660, running: false, age: 0).second(at: $0) } == [660, 660, 660])
        #expect(Position(seconds: 86_390, running: true, age: 0).second(at: 60) == 86_399)
        #expect([179, 180].map { running.isRunning(at: $0) } == [true, false])
    }

    /// Shows rule 17.1.
    @Test("A room has its caller's position in every answer, with the age at the time of the answer")
    func answers() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let client = server.as(ada)
            let room = try await server.room(ada)
            #expect(room.position == nil)
            let set = try await client.setPosition(roomID: room.id, seconds: 660, running: true)
            #expect(set.position == Position(seconds: 660, running: true, age: 0))
            server.clock.advance(by: 30.9)
            let later = Position(seconds: 660, running: true, age: 30)
            #expect(try await client.showRoom(roomID: room.id).position == later)
            #expect(try await client.listRooms(RoomQuery()).items.map(\.position) == [later])
            #expect(try await client.showDashboard().sections.flatMap { $0.rooms.map(\.position) } == [later])
            #expect(later.second(at: later.age) == 690)
            server.clock.advance(by: 150.1)
            let stale = try #require(try await client.showRoom(roomID: room.id).position)
            #expect(stale.age == 180 && stale.second(at: stale.age) == 660)
            let tag = try #require(try await server.call(.get, "/v1/dashboard", token: ada.token).headers["etag"])
            server.clock.advance(by: 60)
            let unchanged = try await server.call(.get, "/v1/dashboard", token: ada.token, headers: ["If-None-Match": tag])
            #expect(unchanged.status == 304, "an age beyond 180 seconds changes no answer")
            let paused = try await client.setPosition(roomID: room.id, seconds: 700, running: false).position
            #expect(paused == Position(seconds: 700, running: false, age: 0))
            _ = try await client.deletePosition(roomID: room.id)
            _ = try await client.deletePosition(roomID: room.id)
            #expect(try await client.showRoom(roomID: room.id).position == nil)
        }
    }

    /// Shows rule 17.1.
    @Test("Nobody else's answer, feed or export contains a position, and it is no activity")
    func privately() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            try await server.emptyOutbox()
            var follower = Follower(server.as(bea))
            try await follower.follow()
            let before = try await server.as(bea).showRoom(roomID: room.id)
            server.clock.advance(by: 60)
            let mine = try await server.as(ada).setPosition(roomID: room.id, seconds: 4321, running: true)
            #expect(mine.lastActivityAt == room.lastActivityAt && mine.unreadCount == 0 && mine.attention == .watch)
            #expect(try await follower.follow().isEmpty)
            #expect(try await server.as(bea).showRoom(roomID: room.id) == before)
            for path in ["/v1/rooms", "/v1/rooms/\(room.id)", "/v1/dashboard", "/v1/changes", "/v1/me/export"] {
                let text = try await server.call(.get, path, token: bea.token).text
                #expect(!text.contains("4321"), "\(path)")
            }
            let export = try await server.call(.get, "/v1/me/export", token: ada.token).json(JSONValue.self)
            #expect(export["rooms"]?.elements.first?["position"]?["seconds"] == 4321)
            #expect(try await server.database.count("notifications") == 0)
        }
    }

    /// Shows rules 17.3 and 5.6.
    @Test("Watching and leaving delete the position; setting one in a watched room is 409, in another's room 404")
    func ends() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea])
            let client = server.as(ada)
            _ = try await client.setPosition(roomID: room.id, seconds: 660, running: true)
            #expect(try await server.watched(ada, room).position == nil)
            let body: Body = ["seconds": 660, "running": true]
            let refused = try await server.call(.put, "/v1/rooms/\(room.id)/position", token: ada.token, json: body)
            #expect(refused.status == 409 && refused.code == .watched)
            #expect(try await client.unmarkWatched(roomID: room.id).position == nil)
            _ = try await client.setPosition(roomID: room.id, seconds: 661, running: true)
            _ = try await client.leaveRoom(roomID: room.id)
            _ = try await server.as(bea).addMember(roomID: room.id, userID: ada.id)
            #expect(try await client.showRoom(roomID: room.id).position == nil)
            for method in [DavenportAPI.Method.put, .delete] {
                let stranger = try await server.call(
                    method, "/v1/rooms/\(room.id)/position", token: cem.token, json: method == .put ? body : nil)
                #expect(stranger.status == 404)
            }
            _ = try await client.setPosition(roomID: room.id, seconds: 662, running: true)
            #expect(try await server.delete(ada).status == 204)
            #expect(try await server.database.count("positions") == 0)
        }
    }

    /// Shows rule 17.1.
    @Test("Seconds and running are required and checked", arguments: ["{}", #"{"seconds": 86400, "running": 1}"#, #"{"seconds": -1}"#])
    func input(body: String) async throws {
        try await TestServer.withRoom { server, ada, room in
            let answer = try await server.call(
                .put, "/v1/rooms/\(room.id)/position", token: ada.token, body: Array(body.utf8),
                headers: ["Content-Type": "application/json"])
            #expect(answer.status == 422 && answer.faultyFields == ["seconds", "running"])
        }
    }

    /// Shows rule 17.4.
    @Test("A person's other device gets each change of the position by its long poll, also after a restart of the server")
    func devices() async throws {
        try await TestServer.withRoom { server, ada, room in
            let phone = server.as(ada)
            var tablet = Follower(server.as(ada))
            try await tablet.follow()
            func synced(_ change: @escaping @Sendable () async throws -> Void) async throws -> Position? {
                let since = tablet.cursor
                async let answer = server.as(ada).listChanges(ChangesQuery(since: since, wait: 25))
                try await eventually("the tablet waits") { server.changeNotifier.longPolls.count == 1 }
                try await change()
                #expect(try await answer.rooms?.items.map(\.id) == [room.id])
                try await tablet.follow()
                return tablet.rooms[room.id]?.position
            }
            let first = try await synced { _ = try await phone.setPosition(roomID: room.id, seconds: 660, running: true) }
            #expect(first == Position(seconds: 660, running: true, age: 0))
            server.clock.advance(by: 30)
            let renewed = try await synced { _ = try await phone.setPosition(roomID: room.id, seconds: 690, running: true) }
            #expect(renewed == Position(seconds: 690, running: true, age: 0))
            server.clock.advance(by: 30)
            try await TestServer.serve(server.serving()) { _, port in
                let again = try await server.call(.get, "/v1/rooms/\(room.id)", token: ada.token, port: port).json(Room.self)
                #expect(again.position == Position(seconds: 690, running: true, age: 30))
            }
            let deleted = try await synced { _ = try await phone.deletePosition(roomID: room.id) }
            #expect(deleted == nil)
            _ = try await synced { _ = try await phone.setPosition(roomID: room.id, seconds: 700, running: true) }
            let marked = try await synced { _ = try await server.watched(ada, room) }
            #expect(marked == nil)
            #expect(try await tablet.follow().isEmpty)
        }
    }

    /// Shows rule 17.4.
    @Test("Many writes from two devices end in the last one of one of them, and marking among them leaves none")
    func atOnce() async throws {
        try await TestServer.withRoom { server, ada, room in
            func write(_ base: Int) async throws {
                for number in 1...10 { _ = try await server.as(ada).setPosition(roomID: room.id, seconds: base + number, running: true) }
            }
            async let one: Void = write(100)
            async let other: Void = write(200)
            _ = try await (one, other)
            let last = try await server.as(ada).showRoom(roomID: room.id).position?.seconds
            #expect([110, 210].contains(last))
            async let writing: Void? = try? write(300)
            async let marking = server.watched(ada, room)
            _ = try await (writing, marking)
            #expect(try await server.as(ada).showRoom(roomID: room.id).position == nil)
            #expect(try await server.database.count("positions") == 0)
        }
    }
}
