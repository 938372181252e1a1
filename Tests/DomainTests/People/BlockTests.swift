import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 4: blocks")
struct BlockTests {
    /// Shows rule 4.4.
    @Test("A block ends friendship and requests in both directions; unblocking restores nothing; both are idempotent")
    func ending() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let (cem, dan) = try await server.strangers("cem", "dan")
            _ = try await server.as(ada).befriend(userID: cem.id)
            _ = try await server.as(dan).befriend(userID: ada.id)
            for other in [bea, cem, dan, dan] { try await server.block(ada, other) }
            #expect(try await blocked(server, ada) == ["bea", "cem", "dan"])
            for person in [ada, bea, cem, dan] { #expect(try await hasNobody(server, person), "\(person.username)") }
            #expect(try await server.call(.put, "/v1/friends/\(bea.id)", token: ada.token).faultyFields == ["userID"])
            for _ in 0..<2 {
                for other in [bea, cem, dan] {
                    #expect(try await server.call(.delete, "/v1/blocks/\(other.id)", token: ada.token).status == 204)
                }
            }
            #expect(try await blocked(server, ada) == [])
            for person in [ada, bea, cem, dan] { #expect(try await hasNobody(server, person), "\(person.username)") }
            try await server.befriend(ada, bea)
        }
    }

    /// Shows rule 4.5.
    @Test("To the blocked user the blocker doesn't exist in search, profile and requests; the blocker still finds the blocked user")
    func hidden() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            try await server.block(ada, bea)
            for (method, path) in [(DavenportAPI.Method.get, "/v1/users/"), (.put, "/v1/friends/"), (.delete, "/v1/friends/")] {
                let known = try await server.call(method, "\(path)\(ada.id)", token: bea.token)
                let unknown = try await server.call(method, "\(path)\(UUID())", token: bea.token)
                #expect(known.status == unknown.status && known.withoutRequestID == unknown.withoutRequestID, "\(method) \(path)")
                #expect(known.status == (method == .delete ? 204 : 404))
            }
            #expect(try await find(server, "ada", by: bea) == [])
            #expect(try await find(server, "bea", by: ada) == [bea.id])
            #expect(try await server.call(.get, "/v1/users/\(bea.id)", token: ada.token).status == 200)
        }
    }

    /// Shows rule 4.6.
    @Test("A blocked user sees no new data of the blocker, neither in their own blocks nor in redeemed invites")
    func frozen() async throws {
        try await TestServer.with { server in
            let bea = try await server.person("bea")
            let invite = try await server.as(bea).createInvite(NewInvite())
            let signedIn = try await server.as(nil).signUp(
                NewUser(invite: invite.code, email: "ada@example.org", password: "correct horse", username: "ada"))
            let ada = Person(
                id: signedIn.user.id, username: "ada", email: "ada@example.org", password: "correct horse", token: signedIn.token)
            try await server.block(ada, bea)
            try await server.block(bea, ada)
            _ = try await server.as(ada).changeMe(AccountChange(username: "zoe"))
            _ = try await server.as(ada).setAvatar(NewAvatar(image: Picture.png.bytes))
            let shown = { try await server.as(bea).listBlocks().items + redeemers(server, bea) }
            let before = UserStub(id: ada.id, username: "ada", identityColor: signedIn.user.identityColor)
            #expect(try await shown() == [before, before])
            _ = try await server.as(ada).unblock(userID: bea.id)
            let now = try await shown()
            #expect(now.map(\.username) == ["zoe", "zoe"])
            #expect(now.allSatisfy { $0.avatarURL != nil })
        }
    }

    /// Shows rule 4.6.
    @Test("A former member who blocks a user keeps the name that the user saw; a current member shows the present one")
    func formerMember() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(bea, with: [ada])
            try await server.comment(ada, in: room, "hello")
            try await server.block(ada, bea)
            _ = try await server.as(ada).changeMe(AccountChange(username: "zoe"))
            let author = { try await server.as(bea).listComments(CommentQuery(roomID: room.id)).items.first?.author?.username }
            #expect(try await author() == "zoe")
            _ = try await server.as(ada).leaveRoom(roomID: room.id)
            #expect(try await author() == "ada")
            _ = try await server.as(ada).unblock(userID: bea.id)
            #expect(try await author() == "zoe")
        }
    }

    private func redeemers(_ server: TestServer, _ maker: Person) async throws -> [UserStub] {
        try await server.as(maker).listInvites(PageQuery()).items.flatMap { $0.redemptions.compactMap(\.user) }
    }

    /// Shows rule 4.5.
    @Test("A blocked user can block back, and the answer reveals nothing")
    func mutual() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            try await server.block(ada, bea)
            try await server.block(bea, ada)
            #expect(try await server.call(.put, "/v1/blocks/\(UUID())", token: bea.token).status == 204)
            #expect(try await server.call(.delete, "/v1/blocks/\(bea.id)", token: ada.token).status == 204)
            #expect(try await server.call(.get, "/v1/users/\(bea.id)", token: ada.token).status == 404)
            #expect(try await server.call(.put, "/v1/blocks/\(ada.id)", token: ada.token).faultyFields == ["userID"], "oneself")
            #expect(try await blocked(server, ada) == [])
        }
    }

    /// Shows rules 4.7 and 5.3.
    @Test("Neither user of a block can bring the other into a room, nor a third user both; in shared rooms both stay and see all")
    func rooms() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(cem, with: [ada, bea])
            try await server.block(ada, bea)
            let create = { (creator: Person, others: [Person]) in
                let body: Body = [
                    "subject": ["kind": "custom", "title": "Holiday"], "memberIDs": .list(others.map { .id($0.id) }),
                ]
                return try await server.call(.post, "/v1/rooms", token: creator.token, json: body)
            }
            #expect(try await create(bea, [ada]).code == .unknownUser)
            #expect(try await create(ada, [bea]).code == .unknownUser)
            #expect(try await create(cem, [ada, bea]).code == .membersCannotShareRoom)
            try await server.comment(ada, in: room, "still here")
            for person in [ada, bea, cem] {
                let seen = try await server.as(person).showRoom(roomID: room.id)
                #expect(seen.members.count == 3 && seen.commentCount == 1)
                let comments = try await server.call(.get, "/v1/rooms/\(room.id)/comments", token: person.token)
                #expect(try comments.expecting(200, Page<Comment>.self).items.first?.author?.id == ada.id)
            }
        }
    }

    /// Shows rule 4.4.
    @Test("A block and a concurrent friend request never leave both a block and a friendship or request")
    func race() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            for round in 0..<30 {
                _ = try await server.as(ada).befriend(userID: bea.id)
                async let block: Void = server.block(ada, bea)
                async let accept = server.call(.put, "/v1/friends/\(ada.id)", token: bea.token)
                try await block
                #expect(try await [200, 404].contains(accept.status))
                for person in [ada, bea] { #expect(try await hasNobody(server, person), "round \(round)") }
                _ = try await server.as(ada).unblock(userID: bea.id)
            }
        }
    }

    private func blocked(_ server: TestServer, _ person: Person) async throws -> [String] {
        try await server.as(person).listBlocks().items.map(\.username)
    }

    private func hasNobody(_ server: TestServer, _ person: Person) async throws -> Bool {
        let list = try await server.as(person).listFriends()
        return list.friends.isEmpty && list.incoming.isEmpty && list.outgoing.isEmpty
    }

    private func find(_ server: TestServer, _ name: String, by viewer: Person) async throws -> [UUID] {
        try await server.as(viewer).findUsers(username: name).items.map(\.id)
    }
}
