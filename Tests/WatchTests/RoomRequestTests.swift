import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing
import Watch

@Suite("rules 5: requests to join a room")
struct RoomRequestTests {
    /// Shows rules 5.14 and 5.15.
    @Test("A room is closed until a member opens it to their friends, who see the friends who did, and no other member")
    func opening() async throws {
        try await RequestFixture.with { evening in
            let (server, room) = (evening.server, evening.room)
            #expect(try await evening.joinable(by: evening.cem) == [])
            _ = try await server.as(evening.ada).openRoom(roomID: room.id)
            try await server.comment(evening.ada, in: room, "that hallway!")
            let found = try #require(try await evening.joinable(by: evening.cem).first)
            #expect(
                found.subject == .tv(showID: 95396, season: 1, episode: 1, showTitle: "Severance", episodeTitle: nil),
                "an episode's title may be a spoiler")
            #expect(found.id == room.id && found.memberCount == 2 && found.requestedAt == nil)
            #expect(found.friends.map(\.username) == ["ada"])
            #expect(try await evening.joinable(by: evening.bea) == [], "Bea is in it")
            #expect(try await evening.joinable(by: evening.stranger) == [])
            _ = try await server.as(evening.ada).closeRoom(roomID: room.id)
            #expect(try await evening.joinable(by: evening.cem) == [])
            #expect(try await server.call(.put, "/v1/rooms/\(room.id)/open", token: evening.cem.token).status == 404)
        }
    }

    /// Shows rule 5.15.
    @Test("Archived rooms, those with a block, and those of suspended friends aren't listed; the others come latest activity first")
    func listing() async throws {
        try await RequestFixture.with { evening in
            let server = evening.server
            _ = try await server.as(evening.ada).openRoom(roomID: evening.room.id)
            server.clock.advance(by: 1)
            let later = try await server.room(evening.ada, episode: 2)
            _ = try await server.as(evening.ada).openRoom(roomID: later.id)
            #expect(try await evening.joinable(by: evening.cem).map(\.id) == [later.id, evening.room.id])
            try await server.block(evening.bea, evening.cem)
            #expect(try await evening.joinable(by: evening.cem).map(\.id) == [later.id])
            try await server.watched(evening.ada, later)
            server.clock.advance(by: 7 * 24 * 3600)
            #expect(try await evening.joinable(by: evening.cem) == [])
        }
        try await RequestFixture.with { evening in
            _ = try await evening.server.as(evening.ada).openRoom(roomID: evening.room.id)
            try await evening.server.suspend(evening.ada.id)
            #expect(try await evening.joinable(by: evening.cem) == [])
        }
    }

    /// Shows rule 5.16.
    @Test("A room that the caller may not ask for is answered like one that doesn't exist")
    func refusing() async throws {
        try await RequestFixture.with { evening in
            let (server, closed) = (evening.server, evening.room)
            let foreign = try await server.room(evening.stranger)
            _ = try await server.as(evening.stranger).openRoom(roomID: foreign.id)
            let blocked = try await server.room(evening.ada, with: [evening.bea], episode: 2)
            _ = try await server.as(evening.ada).openRoom(roomID: blocked.id)
            try await server.block(evening.cem, evening.bea)
            let archived = try await server.room(evening.ada, episode: 3)
            _ = try await server.as(evening.ada).openRoom(roomID: archived.id)
            try await server.watched(evening.ada, archived)
            server.clock.advance(by: 7 * 24 * 3600)
            var answers: Set<String> = []
            for id in [closed.id, foreign.id, blocked.id, archived.id, UUID()] {
                let answer = try await evening.ask(evening.cem, for: id)
                #expect(answer.status == 404)
                answers.insert(answer.withoutRequestID)
            }
            #expect(answers.count == 1)
            #expect(try await server.database.count("room_requests") == 0)
        }
    }

    /// Shows rule 5.16.
    @Test("Asking again notifies a member once a day")
    func askingAgain() async throws {
        try await RequestFixture.opened { evening in
            let (server, room) = (evening.server, evening.room)
            for (seconds, count) in [(0.0, 1), (86_399, 0), (1, 1)] {
                server.clock.advance(by: seconds)
                _ = try await server.as(evening.cem).askToJoin(roomID: room.id)
                #expect(try await evening.notices().count { $0.hasSuffix("pending") } == count)
                try await server.rows("UPDATE notifications SET state = 'sent' WHERE kind = 'room.requested'")
                _ = try await server.as(evening.cem).withdrawRoomRequest(roomID: room.id)
            }
        }
    }

    /// Shows rules 5.16, 5.17 and 5.19.
    @Test("A friend in the room accepts: the asker is a member, as if that friend had added them; members who are no friends see nothing")
    func accepting() async throws {
        try await RequestFixture.opened { evening in
            let (server, room) = (evening.server, evening.room)
            let request = try await server.as(evening.cem).askToJoin(roomID: room.id)
            #expect(request.isNew && request.value.roomID == room.id)
            #expect(try await evening.ask(evening.cem, for: room.id).status == 200, "it waits already")
            #expect(try await server.as(evening.cem).listRoomRequests().outgoing == [request.value])
            #expect(try await server.as(evening.ada).listRequestsOfRoom(roomID: room.id).items.map(\.user.username) == ["cem"])
            #expect(try await server.as(evening.ada).listRoomRequests().openRoomIDs == [room.id])
            #expect(try await server.as(evening.bea).listRequestsOfRoom(roomID: room.id).items == [])
            #expect(try await evening.answer(.put, as: evening.bea).status == 404)
            #expect(try await evening.notices() == ["room.requested cem>ada pending"])
            let joined = try await server.as(evening.ada).acceptRoomRequest(roomID: room.id, userID: evening.cem.id)
            #expect(joined.members.contains { $0.user.id == evening.cem.id })
            #expect(try await evening.notices() == ["room.accepted ada>cem pending", "room.requested cem>ada cancelled"])
            #expect(try await server.as(evening.cem).showRoom(roomID: room.id).members.count == 3)
            #expect(try await server.as(evening.ada).listRoomRequests().incoming == [])
            #expect(try await evening.answer(.put, as: evening.ada).status == 200, "repeating it changes nothing")
        }
    }

    /// Shows rule 5.17.
    @Test("A decline is silent: the asker sees the request as waiting, and the members see no other one for 30 days")
    func declining() async throws {
        try await RequestFixture.opened { evening in
            let (server, room) = (evening.server, evening.room)
            _ = try await server.as(evening.cem).askToJoin(roomID: room.id)
            #expect(try await evening.answer(.delete, as: evening.ada).status == 204)
            #expect(try await evening.answer(.delete, as: evening.ada).status == 204)
            #expect(try await evening.answer(.put, as: evening.ada).status == 404)
            #expect(try await server.as(evening.cem).listRoomRequests().outgoing.map(\.roomID) == [room.id])
            _ = try await server.as(evening.cem).withdrawRoomRequest(roomID: room.id)
            #expect(try await server.as(evening.cem).listRoomRequests().outgoing == [])
            server.clock.advance(by: 24 * 3600)
            let again = try await server.as(evening.cem).askToJoin(roomID: room.id)
            #expect(again.isNew && again.value.requestedAt == server.clock.now)
            #expect(try await server.as(evening.ada).listRoomRequests().incoming == [])
            #expect(try await evening.notices() == ["room.requested cem>ada cancelled"])
            server.clock.advance(by: 30 * 24 * 3600)
            _ = try await server.as(evening.cem).askToJoin(roomID: room.id)
            #expect(try await server.as(evening.ada).listRoomRequests().incoming.map(\.user.username) == ["cem"])
        }
    }

    /// Shows rule 5.17.
    @Test("A person's export has their request and the rooms that they have opened, and nothing of a decline")
    func exporting() async throws {
        try await RequestFixture.opened { evening in
            let server = evening.server
            let export = { (person: Person) in
                try await server.call(.get, "/v1/me/export", token: person.token).json(JSONValue.self)
            }
            _ = try await server.as(evening.cem).askToJoin(roomID: evening.room.id)
            let before = try await export(evening.cem)["roomRequests"]
            #expect(before?.elements.first?["roomID"]?.text == evening.room.id.uuidString.lowercased())
            _ = try await evening.answer(.delete, as: evening.ada)
            #expect(try await export(evening.cem)["roomRequests"] == before)
            #expect(try await export(evening.ada)["rooms"]?.elements.first?["openToFriends"] == true)
        }
    }

    /// Shows rule 5.18.
    @Test(
        "A request ends after 30 days, when it is withdrawn, and when the asker is added otherwise, blocked or deleted",
        arguments: RequestEnding.allCases)
    func ending(ending: RequestEnding) async throws {
        try await RequestFixture.opened { evening in
            _ = try await evening.server.as(evening.cem).askToJoin(roomID: evening.room.id)
            #expect(try await evening.server.as(evening.ada).listRoomRequests().incoming.count == 1)
            try await ending.happen(evening)
            #expect(try await evening.server.as(evening.ada).listRoomRequests().incoming == [])
            if ending != .deleteAccount {
                #expect(try await evening.server.as(evening.cem).listRoomRequests().outgoing == [])
            }
        }
    }

    /// Shows rule 5.18.
    @Test("A newcomer who is blocked by the asker ends the request")
    func newcomer() async throws {
        try await RequestFixture.opened { evening in
            let dora = try await evening.server.person("dora")
            try await evening.server.befriend(dora, evening.bea)
            try await evening.server.block(evening.cem, dora)
            _ = try await evening.server.as(evening.cem).askToJoin(roomID: evening.room.id)
            _ = try await evening.server.as(evening.bea).addMember(roomID: evening.room.id, userID: dora.id)
            #expect(try await evening.server.database.count("room_requests") == 0)
        }
    }

    /// Shows rule 5.18.
    @Test("At most 20 requests wait for a room, and a person asks 20 times a day")
    func limits() async throws {
        try await RequestFixture.opened { evening in
            let server = evening.server
            for index in 0..<20 {
                let asker = try await server.person("asker\(index)")
                try await server.befriend(asker, evening.ada)
                _ = try await server.as(asker).askToJoin(roomID: evening.room.id)
            }
            #expect(try await evening.ask(evening.cem, for: evening.room.id).code == .limitReached)
            #expect(Allowance.roomRequests.usual == 20)
            _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.roomRequests] = 1 }
            for (episode, status) in [(2, 201), (3, 429)] {
                let room = try await server.room(evening.ada, episode: episode)
                _ = try await server.as(evening.ada).openRoom(roomID: room.id)
                #expect(try await evening.ask(evening.cem, for: room.id).status == status)
            }
        }
    }

    /// Shows rule 5.19.
    @Test("The members and the asker get openings, requests and answers in their sync feeds")
    func syncing() async throws {
        try await RequestFixture.with { evening in
            let (server, room) = (evening.server, evening.room)
            var (ada, cem) = (Follower(server.as(evening.ada)), Follower(server.as(evening.cem)))
            _ = try await ada.follow()
            _ = try await cem.follow()
            _ = try await server.as(evening.ada).openRoom(roomID: room.id)
            #expect(try await ada.follow().documents == ["roomRequests"])
            _ = try await server.as(evening.cem).askToJoin(roomID: room.id)
            #expect(try await ada.follow().documents == ["roomRequests"])
            #expect(try await cem.follow().documents == ["roomRequests"])
            _ = try await server.as(evening.ada).declineRoomRequest(roomID: room.id, userID: evening.cem.id)
            #expect(try await ada.follow().documents == ["roomRequests"])
            #expect(try await cem.follow().documents == [])
        }
    }
}

/// The ways in which a request ends without an answer.
enum RequestEnding: CaseIterable {
    case expire, withdraw, add, blockMember, blockedByMember, deleteAccount, deleteRoom

    fileprivate func happen(_ evening: RequestFixture) async throws {
        let (server, room) = (evening.server, evening.room)
        switch self {
        case .expire: server.clock.advance(by: 30 * 24 * 3600)
        case .withdraw: _ = try await server.as(evening.cem).withdrawRoomRequest(roomID: room.id)
        case .add: _ = try await server.as(evening.ada).addMember(roomID: room.id, userID: evening.cem.id)
        case .blockMember: try await server.block(evening.cem, evening.bea)
        case .blockedByMember: try await server.block(evening.bea, evening.cem)
        case .deleteAccount: _ = try await server.delete(evening.cem)
        case .deleteRoom: _ = try await server.as(evening.ada).deleteRoom(roomID: room.id)
        }
    }
}

/// A room of Ada's with Bea. Cem is Ada's friend alone, and nobody knows the stranger.
private struct RequestFixture: Sendable {
    let server: TestServer
    let ada, bea, cem, stranger: Person
    let room: Room

    static func with(_ body: @escaping @Sendable (RequestFixture) async throws -> Void) async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let (cem, stranger) = try await server.strangers("cem", "stranger")
            try await server.befriend(ada, cem)
            let room = try await server.room(ada, with: [bea])
            try await body(RequestFixture(server: server, ada: ada, bea: bea, cem: cem, stranger: stranger, room: room))
        }
    }

    /// Runs a test with the room opened by Ada.
    static func opened(_ body: @escaping @Sendable (RequestFixture) async throws -> Void) async throws {
        try await with { evening in
            _ = try await evening.server.as(evening.ada).openRoom(roomID: evening.room.id)
            try await body(evening)
        }
    }

    func joinable(by person: Person) async throws -> [JoinableRoom] {
        try await server.as(person).listJoinableRooms().items
    }

    func ask(_ person: Person, for roomID: UUID) async throws -> Answer {
        try await server.call(.post, "/v1/rooms/\(roomID)/requests", token: person.token)
    }

    /// Answers Cem's request: PUT accepts it, and DELETE declines it.
    func answer(_ method: DavenportAPI.Method, as person: Person) async throws -> Answer {
        try await server.call(method, "/v1/rooms/\(room.id)/requests/\(cem.id)", token: person.token)
    }

    /// Returns the notifications of requests, as `kind actor>recipient state`.
    func notices() async throws -> [String] {
        let rows = try await server.rows(
            """
            SELECT concat_ws(' ', n.kind, a.username || '>' || r.username, n.state) AS text
            FROM notifications AS n JOIN users AS r ON r.id = n.recipient_id JOIN users AS a ON a.id = n.actor_id
            WHERE n.kind IN ('room.requested', 'room.accepted') ORDER BY text
            """)
        return try rows.map { try $0["text"] }
    }
}
