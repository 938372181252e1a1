import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 9 and 21: pushes, their recipients and their time")
struct SendingTests {
    /// Shows rule 21.6.
    @Test("A watched episode is pushed to the others' devices, with text, badge, collapse id and the room to open")
    func watched() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            let names: Body = ["givenName": "Ada"]
            _ = try await evening.server.call(.patch, "/v1/me", token: ada.token, json: names).expecting(200, Me.self)
            try await evening.server.watched(ada, room)
            let counts = try await evening.drain()
            #expect(counts.sent == 1)
            let push = try #require(evening.apple.pushes.first)
            #expect(evening.apple.pushes.count == 1)
            #expect(push.text == "Severance: Ada finished Severance S01E03. Your turn?")
            #expect(
                push.payload.aps.alert.locKey == "%1$@ finished %2$@. Your turn?"
                    && push.payload.aps.alert.locArgs == ["Ada", "Severance S01E03"])
            #expect(push.payload.aps.badge == 1 && push.payload.aps.sound == "default")
            #expect(push.payload.aps.threadID == room.id.uuidString.lowercased())
            #expect(push.payload.davenport.kind == .roomWatched && push.payload.davenport.roomID == room.id)
            #expect(push.payload.davenport.userID == ada.id)
            #expect(push.request.deviceToken == PushFixture.device("bea") && push.request.topic == PushFixture.topic)
            #expect(push.request.collapseID.wholeMatch(of: /[0-9a-f]{32}/) != nil)
            #expect(push.request.expiration == evening.realTime.now + 86_400)
            #expect(try await evening.states().last == "room.watched ada>bea sent")
            _ = bea
        }
    }

    /// Shows rule 9.1.
    @Test("Members who haven't watched are asked to; the others learn who has, and finally that all can talk")
    func watchedSentences() async throws {
        try await PushFixture.with { evening in
            let people = try await evening.server.friends(["ada", "bea", "cem"])
            for person in people { try await evening.device(person) }
            let room = try await evening.server.room(people[0], with: Array(people.dropFirst()), episode: 3)
            try await evening.settle()
            let finished = { (index: Int) in "Severance: \(people[index].username) finished Severance S01E03" }
            var received: [[String: String]] = []
            for person in people {
                try await evening.server.watched(person, room)
                try await evening.drain()
                received.append(
                    Dictionary(
                        uniqueKeysWithValues: evening.apple.pushes.map { push in
                            (people.first { PushFixture.device($0.username) == push.request.deviceToken }?.username ?? "", push.text)
                        }))
                evening.apple.forget()
            }
            let names = people.map(\.username)
            #expect(received[0] == [names[1]: finished(0) + ". Your turn?", names[2]: finished(0) + ". Your turn?"])
            #expect(received[1] == [names[0]: finished(1), names[2]: finished(1) + ". Your turn?"])
            let everybody = finished(2) + ". You can talk about all of it now."
            #expect(received[2] == [names[0]: everybody, names[1]: everybody])
        }
    }

    /// Shows rule 9.1.
    @Test("The sentence is chosen when it is sent: a member who has watched in the meantime isn't asked to")
    func watchedMeanwhile() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            try await evening.server.watched(bea, room)
            try await evening.drain()
            let everybody = ["ada", "bea"].map { "Severance: \($0) finished Severance S01E03. You can talk about all of it now." }
            #expect(evening.apple.texts.sorted() == everybody)
        }
    }

    /// Shows rule 21.6.
    @Test("An actor who became a stranger to the recipient is named by username, even if they were known when it was written")
    func strangers() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            let names: Body = ["givenName": "Ada"]
            _ = try await evening.server.call(.patch, "/v1/me", token: ada.token, json: names).expecting(200, Me.self)
            try await evening.server.watched(ada, room)
            _ = try await evening.server.call(.delete, "/v1/rooms/\(room.id)/members/me", token: ada.token)
            _ = try await evening.server.call(.delete, "/v1/friends/\(bea.id)", token: ada.token)
            try await evening.drain()
            #expect(evening.apple.texts == ["Severance: ada finished Severance S01E03. Your turn?"])
        }
    }

    /// Shows rules 9.1 and 21.6.
    @Test("Every kind has its text; a stranger who requests friendship is named by username alone")
    func kinds() async throws {
        try await PushFixture.with { evening in
            let server = evening.server
            let (ada, bea) = try await server.friends("ada", "bea")
            let names: Body = ["givenName": "Bea"]
            _ = try await server.call(.patch, "/v1/me", token: bea.token, json: names).expecting(200, Me.self)
            try await evening.device(ada)
            try await evening.settle()
            _ = try await server.room(bea, with: [ada], season: 10, episode: 10)
            try await evening.drain()
            #expect(evening.apple.texts == ["Severance: Bea opened Severance S10E10 with you"])
            evening.apple.forget()
            _ = try await server.room(bea, with: [ada], subject: .custom(title: "Holiday"))
            let cem = try await server.person("cem")
            let cemNames: Body = ["givenName": "Cem"]
            _ = try await server.call(.patch, "/v1/me", token: cem.token, json: cemNames).expecting(200, Me.self)
            try await evening.device(cem)
            _ = try await server.call(.put, "/v1/friends/\(ada.id)", token: cem.token)
            try await evening.drain()
            #expect(Set(evening.apple.texts) == ["Holiday: Bea opened Holiday with you", "Friends: cem wants to be friends"])
            evening.apple.forget()
            _ = try await server.call(.put, "/v1/friends/\(cem.id)", token: ada.token)
            let invite = try await server.invite(by: ada)
            let body: Body = ["invite": .string(invite.code), "email": "d@example.org", "username": "dora", "password": "correct horse"]
            _ = try await server.call(.post, "/v1/users", json: body).expecting(201, SignedIn.self)
            try await evening.drain()
            #expect(
                Set(evening.apple.texts) == ["Friends: ada accepted your friend request", "Invites: dora accepted your invite"])
        }
    }

    /// Shows rules 5.16, 5.17, 9.6 and 9.9.
    @Test("A request to join is pushed to the friends in the room and counts in their badges; an answered one is pushed to its asker")
    func requestsToJoin() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            let cem = try await evening.server.person("cem")
            for member in [ada, bea] { try await evening.server.befriend(cem, member) }
            try await evening.device(cem)
            for member in [ada, bea] { try await evening.server.watched(member, room) }
            _ = try await evening.server.as(ada).openRoom(roomID: room.id)
            try await evening.settle()
            _ = try await evening.server.as(cem).askToJoin(roomID: room.id)
            try await evening.drain()
            #expect(evening.apple.texts == Array(repeating: "Severance: cem asks to join Severance S01E03", count: 2))
            #expect(evening.apple.pushes.allSatisfy { $0.payload.aps.badge == 1 }, "nothing else waits")
            evening.apple.forget()
            _ = try await evening.server.as(cem).withdrawRoomRequest(roomID: room.id)
            evening.server.clock.advance(by: 24 * 3600)
            _ = try await evening.server.as(cem).askToJoin(roomID: room.id)
            _ = try await evening.server.as(bea).acceptRoomRequest(roomID: room.id, userID: cem.id)
            try await evening.drain()
            #expect(evening.apple.texts == ["Severance: bea let you join Severance S01E03"])
        }
    }

    /// Shows rule 9.3.
    @Test("Several comments after both have watched are one push with their number, 30 minutes after the last one")
    func replies() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            for person in [bea, ada] { try await evening.server.watched(person, room) }
            try await evening.settle()
            for text in ["one", "two", "three"] { try await evening.server.comment(ada, in: room, text) }
            evening.server.clock.advance(by: 1799)
            #expect(try await evening.drain().sent == 0)
            evening.server.clock.advance(by: 1)
            #expect(try await evening.drain().sent == 1)
            #expect(evening.apple.texts == ["Severance: ada left 3 comments on Severance S01E03"])
            #expect(evening.apple.pushes.first?.payload.aps.badge == 1, "the room is to be read")
            evening.apple.forget()
            try await evening.server.comment(ada, in: room, "four")
            evening.server.clock.advance(by: 1800)
            try await evening.drain()
            #expect(evening.apple.texts == ["Severance: ada commented on Severance S01E03"])
        }
    }

    /// Shows rule 9.3.
    @Test("A comment that arrives while its notification is being sent starts a new notification")
    func repliesWhileSending() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            for person in [bea, ada] { try await evening.server.watched(person, room) }
            try await evening.settle()
            try await evening.server.comment(ada, in: room, "one")
            evening.server.clock.advance(by: 1800)
            evening.apple.answer { _, _ in
                _ = try? await evening.server.comment(ada, in: room, "two")
                return .answered(APNsAnswer(status: 200))
            }
            try await evening.drain()
            evening.apple.answer(200)
            evening.server.clock.advance(by: 1800)
            try await evening.drain()
            #expect(evening.apple.texts == Array(repeating: "Severance: ada commented on Severance S01E03", count: 2))
        }
    }

    /// Shows rules 4.8, 4.9 and 9.6.
    @Test("A notification that is no longer true when it is sent is cancelled", arguments: Change.allCases)
    func rechecked(change: Change) async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            try await change.before(evening, ada, bea, room)
            // The change happens after the notification was written and before it is sent, when the server can't cancel
            // it.
            try await evening.change("UPDATE notifications SET state = 'sending' WHERE state = 'pending'")
            try await change.happen(evening, ada, bea, room)
            evening.server.clock.advance(by: 3600)
            let counts = try await evening.drain()
            #expect(evening.apple.texts == [], "\(change)")
            #expect(change == .logOut ? counts.withoutDevice == 1 : counts.cancelled == 1, "\(change)")
            #expect(try await evening.count("notifications WHERE state IN ('pending', 'sending') OR lease_id IS NOT NULL") == 0)
        }
    }

    enum Change: CaseIterable {
        case leave, block, blocked, mutePerson, muteKind, muteRoom, logOut, expire, suspend
        case unwatch, readReplies, unwatchReplies, deleteReplies, unask, deviceMoves

        func before(_ evening: PushFixture, _ ada: Person, _ bea: Person, _ room: Room) async throws {
            let server = evening.server
            switch self {
            case .readReplies, .unwatchReplies, .deleteReplies:
                for person in [bea, ada] { try await server.watched(person, room) }
                try await evening.settle()
                try await server.comment(ada, in: room, "hello")
            case .unask:
                let cem = try await server.person("cem")
                _ = try await server.call(.put, "/v1/friends/\(bea.id)", token: cem.token)
            default: try await server.watched(ada, room)
            }
        }

        func happen(_ evening: PushFixture, _ ada: Person, _ bea: Person, _ room: Room) async throws {
            let (server, path) = (evening.server, "/v1/rooms/\(room.id)")
            switch self {
            case .leave: _ = try await server.call(.delete, path + "/members/me", token: bea.token)
            case .block: try await server.block(bea, ada)
            case .blocked: try await server.block(ada, bea)
            case .mutePerson: _ = try await server.as(bea).changeMutes(Mutes(userIDs: [ada.id]))
            case .muteKind: try await mute(server, bea, ["muted": ["room.watched"], "mutedRooms": []])
            case .muteRoom: try await mute(server, bea, ["muted": [], "mutedRooms": [.id(room.id)]])
            case .logOut: _ = try await server.call(.delete, "/v1/sessions/current", token: bea.token)
            case .expire:
                // The session expires, without any request.
                try await fannedOut(evening)
                try await evening.change("UPDATE sessions SET expires_at = created_at WHERE user_id = \(bea.id)")
            case .suspend: _ = try await server.operators.changeUser(server.tenant, email: bea.email, suspended: true)
            case .unwatch: _ = try await server.call(.delete, path + "/watched", token: ada.token)
            case .readReplies:
                let last = try #require(try await comments(server, bea, room).last)
                _ = try await server.call(.put, path + "/read", token: bea.token, json: ["commentID": .id(last.id)] as Body)
            case .unwatchReplies: _ = try await server.call(.delete, path + "/watched", token: bea.token)
            case .deleteReplies:
                for comment in try await comments(server, bea, room) {
                    _ = try await server.call(.delete, path + "/comments/\(comment.id)", token: ada.token)
                }
            case .unask:
                let cem = try await server.tryLogIn(
                    Person(id: UUID(), username: "cem", email: "cem@example.org", password: "correct horse", token: "")
                )
                .expecting(201, SignedIn.self)
                _ = try await server.call(.delete, "/v1/friends/\(bea.id)", token: cem.token)
            case .deviceMoves:
                try await fannedOut(evening)
                try await evening.device(ada, "bea")
            }
        }

        /// Starts the fan-out, which fixes the list of devices.
        private func fannedOut(_ evening: PushFixture) async throws {
            try await evening.change(
                """
                INSERT INTO push_deliveries (tenant_id, id, notification_id, device_token, due_at)
                SELECT n.tenant_id, gen_random_uuid(), n.id, v.token, n.due_at FROM notifications AS n
                JOIN devices AS v ON v.user_id = n.recipient_id WHERE n.state = 'sending'
                """)
            try await evening.change("UPDATE notifications SET fanned_out_by = id WHERE state = 'sending'")
        }

        private func comments(_ server: TestServer, _ person: Person, _ room: Room) async throws -> [DavenportAPI.Comment] {
            try await server.call(.get, "/v1/rooms/\(room.id)/comments", token: person.token)
                .expecting(200, Page<DavenportAPI.Comment>.self).items
        }

        private func mute(_ server: TestServer, _ person: Person, _ body: Body) async throws {
            _ = try await server.call(.put, "/v1/me/notifications", token: person.token, json: body).expecting(
                200, NotificationPreferences.self)
        }
    }

    /// Shows rules 15.14, 21.3 and 21.4.
    @Test("A notification to a recipient without device ends without a push; a suspended tenant's waits, and that of one that moves")
    func nobodyToTell() async throws {
        try await PushFixture.with { evening in
            let (ada, bea) = try await evening.server.friends("ada", "bea")
            let room = try await evening.server.room(ada, with: [bea])
            #expect(try await evening.drain().withoutDevice > 0)
            #expect(try await evening.states().contains("room.created ada>bea no_device"))
            try await evening.device(bea)
            try await evening.server.watched(ada, room)
            for standing in [TenantStanding.suspended, .moving] {
                try await evening.server.operators.suspendTenant(evening.server.tenant, standing)
                #expect(try await evening.drain().sent == 0)
            }
            try await evening.server.operators.suspendTenant(evening.server.tenant, .open)
            #expect(try await evening.drain().sent == 1)
        }
    }

    /// Shows rule 9.9.
    @Test("The badge is the number of active rooms with something to watch or to read, when the push is sent")
    func badge() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            let server = evening.server
            let fourth = try await server.room(ada, with: [bea], episode: 4)
            let fifth = try await server.room(ada, with: [bea], episode: 5)
            _ = try await server.room(ada, with: [bea], episode: 6)
            try await evening.settle()
            try await server.watched(ada, room)
            try await server.watched(bea, fourth)
            try await evening.drain()
            #expect(evening.apple.pushes.filter { $0.request.deviceToken == PushFixture.device("bea") }.map(\.payload.aps.badge) == [3])
            evening.apple.forget()
            try await server.watched(ada, fourth)
            server.clock.advance(by: 8 * 86_400)
            try await server.watched(ada, fifth)
            try await evening.drain()
            #expect(evening.apple.pushes.map(\.payload.aps.badge) == [3], "the room that both have watched is archived; three wait")
        }
    }
}
