import DavenportAPI
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 2: deleting one's account")
struct DeletionTests {
    /// Shows rule 2.17.
    @Test("Deleting an account leaves no personal data anywhere, whether the comments stay or go", arguments: [false, true])
    func canary(eraseComments: Bool) async throws {
        try await TestServer.with { server in
            let life = try await Life(server)
            let before = try await server.database.dump()
            #expect(before.contains { $0.contains("1907-08-09") })
            for table in ["users", "sessions", "invites"] { #expect(before.mentions("canary", in: table), "\(table)") }
            #expect(try await server.delete(life.canary, eraseComments: eraseComments).status == 204)
            let after = try await server.database.dump()
            #expect(after.filter { $0.lowercased().contains("canary") || $0.contains("1907-08-09") } == [])
            #expect(after.contains { $0.contains("what she said") } == !eraseComments)
            #expect(try await server.database.wrongDerivedColumns() == [])
            // The row keeps the id of a room's maker, so that the server recognizes a repeated creation.
            let id = life.canary.id.uuidString.lowercased()
            #expect(after.filter { $0.contains(id) && !$0.hasPrefix("rooms: ") && !$0.hasPrefix("audit_entries: ") } == [])
        }
    }

    /// Shows rule 2.16.
    @Test("The user leaves every room: comments stay nameless, hosts pass on, rooms complete, and empty rooms are deleted")
    func rooms() async throws {
        try await TestServer.with { server in
            let life = try await Life(server)
            try await server.watched(life.friend, life.room)
            server.clock.advance(by: 60)
            #expect(try await server.delete(life.canary).status == 204)
            let room = try await server.call(.get, "/v1/rooms/\(life.room.id)", token: life.friend.token).expecting(200, Room.self)
            #expect(room.members.map(\.user.id) == [life.friend.id])
            #expect(room.members.map(\.isHost) == [true])
            #expect(room.completedAt == server.clock.now, "the last who had not watched is gone")
            #expect(room.commentCount == 2 && room.unreadCount == 1)
            let comments = try await comments(server, life.room, life.friend)
            #expect(comments.map(\.author?.id) == [nil, life.friend.id])
            #expect(comments.first?.content == "what she said")
            #expect(try await self.comments(server, life.former, life.friend).map(\.author?.id) == [nil])
            let solo = life.solo.id.uuidString.lowercased()
            #expect(try await server.database.dump().filter { $0.hasPrefix("rooms: ") && $0.contains(solo) } == [])
        }
    }

    /// Shows rule 2.17.
    @Test("With eraseComments the user's comments are deleted, and leave every list and count")
    func eraseComments() async throws {
        try await TestServer.with { server in
            let life = try await Life(server)
            #expect(try await server.delete(life.canary, eraseComments: true).status == 204)
            let room = try await server.call(.get, "/v1/rooms/\(life.room.id)", token: life.friend.token).expecting(200, Room.self)
            #expect(room.commentCount == 1 && room.unreadCount == 0)
            #expect(try await comments(server, life.room, life.friend).map(\.author?.id) == [life.friend.id])
            #expect(try await comments(server, life.former, life.friend).isEmpty)
            let next = try await server.comment(life.friend, in: life.room, "alone")
            #expect(next.number == 3, "numbers are never given twice")
        }
    }

    /// Shows rules 2.16 and 3.4.
    @Test("All sessions end, invites become invalid, the user leaves others' lists, and e-mail and username are free again")
    func gone() async throws {
        try await TestServer.with { server in
            let life = try await Life(server)
            #expect(try await server.delete(life.canary).status == 204)
            #expect(try await !server.isSignedIn(life.canary.token))
            #expect(try await server.tryLogIn(life.canary).code == .invalidCredentials)
            #expect(try await server.call(.post, "/v1/invites/lookup", json: ["code": life.code]).code == .inviteInvalid)
            for person in [life.friend, life.asked, life.asker] {
                let list = try await server.call(.get, "/v1/friends", token: person.token).expecting(200, FriendList.self)
                #expect(list.friends.isEmpty && list.incoming.isEmpty && list.outgoing.isEmpty, "\(person.username)")
            }
            #expect(try await server.call(.get, "/v1/blocks", token: life.asked.token).expecting(200, Items<UserStub>.self).items.isEmpty)
            #expect(try await server.call(.get, "/v1/users/\(life.canary.id)", token: life.friend.token).status == 404)
            let invites = try await server.call(.get, "/v1/invites", token: life.inviter.token).expecting(200, Page<Invite>.self)
            #expect(invites.items.map { $0.redemptions.map { $0.user?.username } } == [[nil]])
            #expect(try await server.person("canary").id != life.canary.id)
        }
    }

    /// Shows rules 2.11 and 2.16.
    @Test("Deletion requires the password; a wrong one is 403, and so is none")
    func password() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let body: Body = ["currentPassword": "wrong horse"]
            #expect(try await server.call(.post, "/v1/me/deletion", token: ada.token, json: body).code == .wrongPassword)
            let none: Body = ["eraseComments": true]
            #expect(try await server.call(.post, "/v1/me/deletion", token: ada.token, json: none).code == .confirmFirst)
            #expect(try await server.isSignedIn(ada.token))
        }
    }

    /// Shows rule 2.16.
    @Test("Requests concurrent with the deletion fail only because the account is gone, and the deletion always succeeds")
    func atOnce() async throws {
        try await TestServer.with { server in
            let friend = try await server.person("friend")
            for round in 0..<10 {
                let ada = try await server.person("ada")
                try await server.befriend(ada, friend)
                let room = try await server.room(ada, with: [friend], showID: 100 + round)
                let statuses = try await server.statuses([
                    (.post, "/v1/rooms", ada, ["subject": ["kind": "custom", "title": "solo"], "memberIDs": []]),
                    (.post, "/v1/rooms/\(room.id)/comments", ada, ["content": "quick"]),
                    (.post, "/v1/me/deletion", ada, ["currentPassword": .string(ada.password)]),
                    (.post, "/v1/rooms/\(room.id)/comments", friend, ["content": "what?"]),
                    (.post, "/v1/rooms", friend, ["subject": ["kind": "custom", "title": "duo"], "memberIDs": [.id(ada.id)]]),
                    (.post, "/v1/invites", ada, [:]), (.put, "/v1/blocks/\(friend.id)", ada, [:]),
                    (.put, "/v1/rooms/\(room.id)/watched", ada, [:]),
                    (.post, "/v1/rooms", ada, ["subject": ["kind": "custom", "title": "x"], "memberIDs": []]),
                ])
                #expect(statuses[2] == 204, "round \(round)")
                #expect(statuses.allSatisfy { $0 < 500 }, "round \(round): \(statuses)")
                let id = ada.id.uuidString.lowercased()
                #expect(
                    try await server.database.dump().filter {
                        $0.contains(id) && !$0.hasPrefix("rooms: ") && !$0.hasPrefix("audit_entries: ")
                    } == [], "round \(round)")
            }
        }
    }

    private func comments(_ server: TestServer, _ room: Room, _ person: Person) async throws -> [Comment] {
        try await server.call(.get, "/v1/rooms/\(room.id)/comments", token: person.token).expecting(200, Page<Comment>.self).items
    }
}

/// A user in every state that an account can have, with a canary in every field of theirs.
private struct Life {
    let canary: Person
    let friend, asked, asker, inviter: Person
    let room, solo, former: Room
    let code: String

    init(_ server: TestServer) async throws {
        inviter = try await server.person("inviter")
        (friend, asked, asker) = try await server.strangers("friend", "asked", "asker")
        canary = try await Self.signUp(server, by: inviter)
        _ = try await server.call(.delete, "/v1/friends/\(inviter.id)", token: canary.token)
        code = try await Self.relate(server, canary, friend, asked, asker)
        room = try await server.room(canary, with: [friend])
        try await server.comment(canary, in: room, "what she said", seconds: 1)
        try await server.comment(friend, in: room, "what he said", seconds: 2)
        solo = try await server.room(canary, subject: .custom(title: "alone"))
        try await server.comment(canary, in: solo, "canary alone")
        former = try await server.room(friend, with: [canary], subject: .custom(title: "before"))
        try await server.comment(canary, in: former, "what she said before")
        try await server.remove(canary, from: former)
    }

    private static func signUp(_ server: TestServer, by inviter: Person) async throws -> Person {
        let invite = try await server.invite(by: inviter)
        let body: Body = [
            "invite": .string(invite.code), "email": "canary@example.org", "username": "canary", "password": "canary horse",
            "givenName": "Canary", "familyName": "O'Canary", "birthday": "1907-08-09", "deviceName": "canary's phone",
        ]
        let signedIn = try await server.call(.post, "/v1/users", json: body).expecting(201, SignedIn.self)
        let person = Person(
            id: signedIn.user.id, username: "canary", email: "canary@example.org", password: "canary horse", token: signedIn.token)
        _ = try await server.logIn(person)
        return person
    }

    private static func relate(
        _ server: TestServer, _ canary: Person, _ friend: Person, _ asked: Person, _ asker: Person
    ) async throws -> String {
        try await server.befriend(canary, friend)
        _ = try await server.call(.put, "/v1/friends/\(asked.id)", token: canary.token).expecting(200, Friendship.self)
        _ = try await server.call(.put, "/v1/friends/\(canary.id)", token: asker.token).expecting(200, Friendship.self)
        let (blocker, blocked) = try await server.strangers("blocker", "blocked")
        try await server.block(blocker, canary)
        try await server.block(canary, blocked)
        let body: Body = ["note": "canary's invite", "maxUses": 2]
        let invite = try await server.invite(by: canary, body)
        return invite.code
    }
}

extension [String] {
    fileprivate func mentions(_ text: String, in table: String) -> Bool {
        contains { $0.hasPrefix(table + ": ") && $0.lowercased().contains(text) }
    }
}

extension TestServer {
    /// Sends requests all at once.
    /// - Returns: their statuses in order.
    fileprivate func statuses(_ requests: [(DavenportAPI.Method, String, Person, Body)]) async throws -> [Int] {
        try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for (index, (method, path, person, body)) in requests.enumerated() {
                group.addTask { (index, try await call(method, path, token: person.token, json: body).status) }
            }
            return try await group.reduce(into: [Int](repeating: 0, count: requests.count)) { $0[$1.0] = $1.1 }
        }
    }
}
