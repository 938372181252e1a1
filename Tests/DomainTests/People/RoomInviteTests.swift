import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 3: invites into rooms")
struct RoomInviteTests {
    /// Shows rule 3.10.
    @Test("An invite leads into rooms of its maker: muted ones too, and a room that is named twice counts once")
    func makes() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let (first, second) = (try await server.room(ada, with: [bea], episode: 4), try await server.room(ada, episode: 2))
            let muted: Body = ["muted": [], "mutedRooms": [.id(second.id)]]
            #expect(try await server.call(.put, "/v1/me/notifications", token: ada.token, json: muted).status == 200)
            let made = try await server.invite(by: ada, into: [second.id, first.id, second.id])
            #expect(made.invite.rooms.map(\.id) == [second.id, first.id])
            #expect(made.invite.rooms.map(\.title) == ["Severance S1E2", "Severance S1E4"])
            #expect(try await server.invite(by: ada, into: []).invite.rooms.isEmpty)
            let movie = try await server.room(ada, subject: .movie(movieID: 1, title: "Heat"))
            #expect(try await server.invite(by: ada, into: [movie.id]).invite.rooms.map(\.title) == ["Heat"])
        }
    }

    /// Shows rule 3.10.
    @Test("A room that the maker isn't in can't be told from one that doesn't exist, and too many are refused; nothing is made")
    func refused() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let outsider = try await server.person("outsider", in: try await server.otherTenant())
            let there = try await server.room(outsider)
            let (beas, left, mine) = (
                try await server.room(bea), try await server.room(ada, with: [bea]), try await server.room(ada, episode: 2)
            )
            _ = try await server.as(ada).leaveRoom(roomID: left.id)
            let before = try await server.database.count("invites")
            var answers: Set<String> = []
            for id in [beas.id, left.id, there.id, UUID()] {
                let answer = try await server.tryToInvite(by: ada, into: [mine.id, id])
                #expect(answer.status == 422 && answer.faultyFields == ["roomIDs"])
                answers.insert(answer.withoutRequestID)
            }
            #expect(answers.count == 1)
            for count in [11, 1000] {
                let answer = try await server.tryToInvite(by: ada, into: (0..<count).map { _ in UUID() })
                #expect(answer.status == 422 && answer.faultyFields == ["roomIDs"], "\(count)")
            }
            #expect(try await server.tryToInvite(by: ada, into: Array(repeating: mine.id, count: 1000)).faultyFields == ["roomIDs"])
            let malformed: Body = ["roomIDs": ["x"]]
            #expect(try await server.call(.post, "/v1/invites", token: ada.token, json: malformed).faultyFields == ["roomIDs"])
            #expect(try await server.database.count("invites") == before)
        }
    }

    /// Shows rules 3.10 and 3.11.
    @Test("Who redeems the invite joins its rooms, as somebody whom the maker has added, and hears of it")
    func joins() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let rooms = try await [1, 2, 3].asyncMap { try await server.room(ada, with: [bea], episode: $0) }
            try await server.comment(bea, in: rooms[0], "one")
            let code = try await server.invite(by: ada, into: [rooms[1].id, rooms[0].id]).code
            let cem = try await server.join("cem", code)
            let seen = try await server.call(.get, "/v1/rooms/\(rooms[0].id)", token: cem.token).expecting(200, Room.self)
            #expect(seen.members.map(\.user.username).sorted() == ["ada", "bea", "cem"])
            #expect(seen.unreadCount == 1 && seen.readNumber == 0 && seen.members.last?.joinedAt == server.clock.now)
            #expect(try await server.call(.get, "/v1/rooms/\(rooms[1].id)", token: cem.token).status == 200)
            #expect(try await server.call(.get, "/v1/rooms/\(rooms[2].id)", token: cem.token).status == 404)
            let notices = try await server.rows(
                "SELECT about_id, actor_id FROM notifications WHERE kind = 'room.created' AND recipient_id = \(cem.user.id)")
            #expect(Set(try notices.map { row -> UUID in try row["about_id"] }) == [rooms[0].id, rooms[1].id])
            #expect(try notices.allSatisfy { row in try row["actor_id"] as UUID == ada.id })
            let friends = try await server.call(.get, "/v1/friends", token: cem.token).expecting(200, FriendList.self).friends
            #expect(friends.map(\.id) == [ada.id])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 5.3 and 3.11.
    @Test("Members who block each other stay as they are, and a newcomer joins both of them")
    func blocked() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            try await server.block(bea, ada)
            let code = try await server.invite(by: ada, into: [room.id]).code
            let cem = try await server.join("cem", code)
            let seen = try await server.call(.get, "/v1/rooms/\(room.id)", token: cem.token).expecting(200, Room.self)
            #expect(seen.members.map(\.user.username).sorted() == ["ada", "bea", "cem"])
            #expect(try await server.database.count("blocks") == 1)
        }
    }

    /// How a room of an invite can be lost to it.
    enum Loss: CaseIterable {
        case deleted, left, featureOff
    }

    /// Shows rule 3.12.
    @Test("A room that is deleted or that the maker has left is skipped, and so are all without the feature", arguments: Loss.allCases)
    func skips(loss: Loss) async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let (lost, kept) = (try await server.room(ada, with: [bea]), try await server.room(ada, episode: 2))
            let code = try await server.invite(by: ada, ["maxUses": 2], into: [lost.id, kept.id]).code
            switch loss {
            case .deleted: _ = try await server.as(ada).deleteRoom(roomID: lost.id)
            case .left: _ = try await server.as(ada).leaveRoom(roomID: lost.id)
            case .featureOff: try await server.operators.changeTenantFeatures(server.tenant, [.play])
            }
            let expected = loss == .featureOff ? [] : [kept.id]
            #expect(try await server.preview(code).rooms.map(\.id) == expected)
            #expect(try await server.as(ada).listInvites(InviteQuery()).items[0].rooms.map(\.id) == expected)
            let cem = try await server.join("cem", code)
            #expect(try await server.memberships(of: cem) == Set(expected))
            guard loss != .deleted else { return }
            switch loss {
            case .left: _ = try await server.as(bea).addMember(roomID: lost.id, userID: ada.id)
            case .featureOff:
                #expect(try await server.tryToInvite(by: ada, into: [kept.id]).code == .featureOff)
                try await server.operators.changeTenantFeatures(server.tenant, [.watch])
            case .deleted: break
            }
            #expect(try await server.memberships(of: try await server.join("dan", code)) == [lost.id, kept.id])
        }
    }

    /// Shows rules 3.10 and 3.12.
    @Test("No invite leads into a full room, and who redeems an earlier one joins the community without it, also at the same time")
    func full() async throws {
        try await TestServer.withRoom { server, ada, room in
            let code = try await server.invite(by: ada, ["maxUses": 33], into: [room.id]).code
            for index in 0..<30 { _ = try await server.join("p\(index)x", code) }
            let answers = try await concurrently(["kim", "lou"]) { try await server.tryToJoin($0, code).status }
            #expect(answers == [201, 201])
            #expect(try await server.as(ada).showRoom(roomID: room.id).members.count == 32)
            #expect(try await server.tryToInvite(by: ada, into: [room.id]).code == .roomFull)
            #expect(try await server.preview(code).rooms.isEmpty)
            #expect(try await server.as(ada).listInvites(InviteQuery()).items[0].rooms.map(\.id) == [room.id])
            #expect(try await server.memberships(of: try await server.join("late", code)).isEmpty)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 3.5 and 3.11.
    @Test("If two people redeem the last use at the same time, one of them joins the room")
    func lastUse() async throws {
        try await TestServer.withRoom { server, ada, room in
            let code = try await server.invite(by: ada, into: [room.id]).code
            let answers = try await concurrently(["bea", "cem"]) { try await server.tryToJoin($0, code).status }
            #expect(answers.sorted() == [201, 422])
            #expect(try await server.as(ada).showRoom(roomID: room.id).members.count == 2)
        }
    }

    /// Shows rules 3.4 and 3.13.
    @Test("Who has a valid code reads the rooms' names without the episodes' titles; a withdrawn one says nothing")
    func names() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let adam = try await server.person("adam", role: .admin)
            let room = try await server.room(ada, with: [bea], season: 2, episode: 4)
            let made = try await server.invite(by: ada, into: [room.id])
            let preview = try await server.preview(made.code)
            #expect(preview.rooms == [InvitedRoom(id: room.id, title: "Severance S2E4")])
            #expect(preview.inviter?.id == ada.id && preview.tenant.name == "The Sofa")
            // To people who aren't in a room it is as if it didn't exist (rule 5.6).
            let everybodys = try await server.as(adam).listInvites(InviteQuery(all: true)).items
            #expect(everybodys.contains { $0.id == made.invite.id } && everybodys.allSatisfy { $0.rooms.isEmpty })
            #expect(try await server.as(ada).listInvites(InviteQuery()).items.map(\.rooms) == [preview.rooms])
            #expect(try await server.call(.delete, "/v1/invites/\(made.invite.id)", token: ada.token).status == 204)
            let answer = try await server.call(.post, "/v1/invites/lookup", json: ["code": .string(made.code)] as Body)
            #expect(answer.code == .inviteInvalid && !String(decoding: answer.body, as: UTF8.self).contains("Severance"))
            #expect(try await server.tryToJoin("cem", made.code).code == .inviteInvalid)
            #expect(try await server.as(ada).showRoom(roomID: room.id).members.count == 2)
        }
    }

    /// Shows rule 15.8.
    @Test("An export of one's data names the rooms of one's invites, and no code")
    func exported() async throws {
        try await TestServer.withRoom { server, ada, room in
            let made = try await server.invite(by: ada, into: [room.id])
            let export = try await server.call(.get, "/v1/me/export", token: ada.token)
            let text = String(decoding: export.body, as: UTF8.self)
            #expect(text.contains(#"\#(room.id.uuidString.lowercased())"]"#) && text.contains("roomIDs"))
            #expect(!text.contains(made.code))
        }
    }
}

extension TestServer {
    /// Creates an invite into rooms.
    func invite(by maker: Person, _ body: Body = [:], into rooms: [UUID]) async throws -> InviteWithCode {
        try await invite(by: maker, body.merging(["roomIDs": .list(rooms.map { .id($0) })]) { $1 })
    }

    fileprivate func tryToInvite(by maker: Person, into rooms: [UUID]) async throws -> Answer {
        let body: Body = ["roomIDs": .list(rooms.map { .id($0) })]
        return try await call(.post, "/v1/invites", token: maker.token, json: body)
    }

    fileprivate func preview(_ code: String) async throws -> InvitePreview {
        let headers = ["Davenport-Tenant": "sofa"]
        return try await call(.post, "/v1/invites/lookup", json: ["code": .string(code)] as Body, headers: headers).expecting(200)
    }

    fileprivate func tryToJoin(_ name: String, _ code: String) async throws -> Answer {
        let body: Body = [
            "invite": .string(code), "email": .string("\(name)@example.org"), "username": .string(name), "password": "correct horse",
        ]
        return try await call(.post, "/v1/users", json: body, headers: ["Davenport-Tenant": "sofa"])
    }

    /// Signs up with an invite.
    func join(_ name: String, _ code: String) async throws -> SignedIn { try await tryToJoin(name, code).expecting(201) }

    /// Returns the ids of the rooms that somebody is in.
    fileprivate func memberships(of person: SignedIn) async throws -> Set<UUID> {
        Set(try await rows("SELECT room_id FROM memberships WHERE user_id = \(person.user.id)").map { row -> UUID in try row["room_id"] })
    }
}
