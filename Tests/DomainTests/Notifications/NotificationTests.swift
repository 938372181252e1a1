import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 9: which notifications rooms and people write to the outbox")
struct NotificationTests {
    /// Shows rule 9.1.
    @Test("A user who is brought into a room is notified, by its creation, by being added and by the next episode")
    func roomCreated() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            try await send(server)
            let room = try await server.room(ada, with: [bea])
            #expect(try await pending(server) == ["room.created ada>bea"])
            _ = try await server.as(bea).addMember(roomID: room.id, userID: cem.id)
            #expect(try await pending(server) == ["room.created ada>bea", "room.created bea>cem"])
            _ = try await server.as(cem).createNextRoom(roomID: room.id)
            #expect(
                try await pending(server) == [
                    "room.created ada>bea", "room.created bea>cem", "room.created cem>ada", "room.created cem>bea",
                ])
        }
    }

    /// Shows rules 9.1 and 9.2.
    @Test("Watching notifies the other members once; marking, unmarking and marking again within 10 minutes notifies once")
    func roomWatched() async throws {
        try await TestServer.with { server in
            let (ada, _, room) = try await evening(server)
            let path = "/v1/rooms/\(room.id)/watched"
            for _ in 0..<2 { try await server.watched(ada, room) }
            #expect(try await pending(server) == ["room.watched ada>bea"])
            _ = try await server.call(.delete, path, token: ada.token)
            #expect(try await pending(server) == [], "what is unsent is cancelled")
            try await server.watched(ada, room)
            #expect(try await pending(server) == ["room.watched ada>bea"])
            try await send(server)
            _ = try await server.call(.delete, path, token: ada.token)
            server.clock.advance(by: 599)
            try await server.watched(ada, room)
            #expect(try await pending(server) == [], "it was sent less than 10 minutes ago")
            _ = try await server.call(.delete, path, token: ada.token)
            server.clock.advance(by: 1)
            try await server.watched(ada, room)
            #expect(try await pending(server) == ["room.watched ada>bea"])
        }
    }

    /// Shows rule 9.3.
    @Test(
        "Comments after both have watched are one notification with a count, due 30 minutes after the last, 3 hours after the first at most"
    )
    func roomReplies() async throws {
        try await TestServer.with { server in
            let (ada, bea, room) = try await evening(server)
            try await server.comment(ada, in: room, "before anything")
            try await server.watched(bea, room)
            try await server.comment(ada, in: room, "ada has not watched")
            try await server.watched(ada, room)
            try await send(server)
            #expect(try await pending(server) == [])
            let first = server.clock.now
            try await server.comment(ada, in: room, "one")
            #expect(try await replies(server) == [.init(count: 1, due: first + 1800)])
            server.clock.advance(by: 1700)
            try await server.comment(ada, in: room, "two")
            #expect(try await replies(server) == [.init(count: 2, due: first + 3500)])
            for _ in 0..<6 {
                server.clock.advance(by: 1700)
                try await server.comment(ada, in: room, "on and on")
            }
            #expect(try await replies(server) == [.init(count: 8, due: first + 10_800)])
            try await send(server)
            try await server.comment(ada, in: room, "a new one opens")
            #expect(try await replies(server).map(\.count) == [1])
        }
    }

    /// Shows rule 9.4.
    @Test("Replies are cancelled when the recipient read them or left, when either unmarks, and when all are deleted")
    func cancelled() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            for (episode, undo) in [Undo.read, .readFirst, .leave, .unwatchA, .unwatchB, .deleteAll, .deleteOne].enumerated() {
                let room = try await server.room(ada, with: [bea], episode: episode + 1)
                try await server.watched(bea, room)
                try await server.watched(ada, room)
                let (one, two) = (try await server.comment(ada, in: room, "one"), try await server.comment(ada, in: room, "two"))
                try await undo.happen(server, ada, bea, room, one, two)
                let left = try await replies(server).map(\.count)
                #expect(left == undo.left, "\(undo)")
                try await send(server)
            }
        }
    }

    /// Shows rule 9.4.
    @Test("Deleting a room in any way deletes its notifications, pending and sent")
    func deletedRooms() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            try await send(server)
            var rooms: [Room] = []
            for episode in 1...3 { rooms.append(try await server.room(ada, with: [bea], episode: episode)) }
            try await send(server)
            for room in rooms { try await server.watched(ada, room) }
            let written = { try await server.rows("SELECT about_id FROM notifications WHERE about_id IS NOT NULL") }
            #expect(try await written().count == 6)
            _ = try await server.as(ada).deleteRoom(roomID: rooms[0].id)
            for person in [ada, bea] { _ = try await server.as(person).leaveRoom(roomID: rooms[1].id) }
            #expect(Set(try await written().map { try $0["about_id"] as UUID }) == [rooms[2].id])
            _ = try await server.as(bea).leaveRoom(roomID: rooms[2].id)
            #expect(try await written().count == 2, "it has a member")
            _ = try await server.delete(ada)
            #expect(try await written().isEmpty, "its last member went")
            #expect(try await server.database.count("rooms") == 0)
        }
    }

    /// Shows rule 4.8.
    @Test("No notification is written between two users when one blocks the other")
    func blocked() async throws {
        try await TestServer.with { server in
            let (ada, bea, room) = try await evening(server)
            try await server.watched(bea, room)
            try await send(server)
            try await server.block(bea, ada)
            try await server.watched(ada, room)
            try await server.comment(ada, in: room, "hello?")
            #expect(try await pending(server) == [])
        }
    }

    /// Shows rules 3.6, 4.3 and 9.1.
    @Test("rules 3 and 4: invites, friend requests and acceptances notify; a repeated request notifies once a day")
    func people() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let invite = try await server.invite(by: ada)
            let body: Body = ["invite": .string(invite.code), "email": "bea@example.org", "username": "bea", "password": "correct horse"]
            _ = try await server.call(.post, "/v1/users", json: body).expecting(201, SignedIn.self)
            #expect(try await pending(server) == ["invite.accepted bea>ada"])
            try await send(server)
            let cem = try await server.person("cem")
            let ask = { try await server.call(.put, "/v1/friends/\(ada.id)", token: cem.token).status }
            for _ in 0..<2 { #expect(try await ask() == 200) }
            #expect(try await pending(server) == ["friend.requested cem>ada"])
            try await send(server)
            _ = try await server.as(cem).unfriend(userID: ada.id)
            server.clock.advance(by: 86_399)
            _ = try await ask()
            #expect(try await pending(server) == [])
            _ = try await server.as(cem).unfriend(userID: ada.id)
            server.clock.advance(by: 1)
            _ = try await ask()
            #expect(try await pending(server) == ["friend.requested cem>ada"])
            try await send(server)
            _ = try await server.as(ada).befriend(userID: cem.id)
            #expect(try await pending(server) == ["friend.accepted ada>cem"])
        }
    }

    /// Shows rule 9.5.
    @Test("A refused request writes no notification: both are stored or neither")
    func neither() async throws {
        try await TestServer.with { server in
            let (ada, _, room) = try await evening(server)
            let body: Body = ["watchedAt": "2126-01-01T00:00:00Z"]
            _ = try await server.call(.put, "/v1/rooms/\(room.id)/watched", token: ada.token, json: body)
            _ = try await server.call(.post, "/v1/rooms/\(UUID())/comments", token: ada.token, json: ["content": "x"] as Body)
            #expect(try await pending(server) == [])
        }
    }

    /// Creates two friends with a room, and deletes the pending notifications.
    private func evening(_ server: TestServer) async throws -> (ada: Person, bea: Person, room: Room) {
        let (ada, bea) = try await server.friends("ada", "bea")
        let room = try await server.room(ada, with: [bea])
        try await send(server)
        return (ada, bea, room)
    }

    /// Returns the pending notifications as `kind actor>recipient`.
    private func pending(_ server: TestServer) async throws -> [String] {
        let rows = try await server.rows(
            """
            SELECT n.kind || ' ' || a.username || '>' || r.username AS text FROM notifications AS n
            JOIN users AS a ON a.id = n.actor_id JOIN users AS r ON r.id = n.recipient_id
            WHERE n.state = 'pending' ORDER BY text
            """)
        return try rows.map { try $0["text"] }
    }

    struct Replies: Equatable {
        let count: Int
        let due: Date
    }

    private func replies(_ server: TestServer) async throws -> [Replies] {
        let rows = try await server.rows(
            "SELECT count, due_at FROM notifications WHERE kind = 'room.replies' AND state = 'pending'")
        return try rows.map { Replies(count: try $0["count"], due: try $0["due_at"]) }
    }

    /// Marks every pending notification as sent, as the worker does.
    private func send(_ server: TestServer) async throws {
        try await server.rows("UPDATE notifications SET state = 'sent' WHERE state = 'pending'")
    }

    enum Undo {
        case read, readFirst, leave, unwatchA, unwatchB, deleteAll, deleteOne

        /// The number of comments that each pending notification covers.
        var left: [Int] {
            switch self {
            case .readFirst: [2]
            case .deleteOne: [1]
            default: []
            }
        }

        func happen(_ server: TestServer, _ ada: Person, _ bea: Person, _ room: Room, _ one: Comment, _ two: Comment) async throws {
            switch self {
            case .read: _ = try await server.as(bea).markRead(roomID: room.id, commentID: two.id)
            case .readFirst:
                _ = try await server.as(bea).markRead(roomID: room.id, commentID: one.id)
            case .leave: _ = try await server.as(bea).leaveRoom(roomID: room.id)
            case .unwatchA: _ = try await server.as(ada).unmarkWatched(roomID: room.id)
            case .unwatchB: _ = try await server.as(bea).unmarkWatched(roomID: room.id)
            case .deleteAll:
                for comment in [one, two] { _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: comment.id) }
            case .deleteOne: _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: two.id)
            }
        }
    }
}
