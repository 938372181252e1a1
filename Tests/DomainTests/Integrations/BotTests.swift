import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 25: bots")
struct BotTests {
    /// Creates a bot, and returns it as a person with the bot's token.
    private func bot(_ server: TestServer, by owner: Person, _ name: String = "robot") async throws -> Person {
        let made = try await server.as(owner).createBot(NewBot(username: name))
        return Person(
            id: made.user.id, username: name, email: "\(made.user.id.uuidString.lowercased())@bots.invalid", password: "correct horse",
            token: try #require(made.token))
    }

    /// Shows rule 25.10.
    @Test("Admins create bots, whose token and secret are in that answer alone; others may not, and names are unique")
    func made() async throws {
        try await TestServer.with { server in
            let (owner, admin) = (try await server.person("ada", role: .owner), try await server.person("bea", role: .admin))
            let member = try await server.person("cem")
            let made = try await server.as(owner).createBot(NewBot(username: "robot", webhookURL: "https://bots.example.org/x?y=z"))
            #expect(made.token?.wholeMatch(of: /davenport_bot_[A-Za-z0-9_-]{70}/) != nil)
            #expect(made.webhookSecret?.wholeMatch(of: /whsec_[A-Za-z0-9+\/]{43}=/) != nil)
            #expect(made.user.bot == true && made.webhookState == .active && made.webhookURL == "https://bots.example.org/x?y=z")
            server.clock.advance(by: 1)
            let second = try await server.as(admin).createBot(NewBot(username: "second"))
            #expect(second.webhookURL == nil && second.webhookState == nil && second.webhookSecret == nil)
            let listed = try await server.as(admin).listBots().items
            #expect(listed.map(\.user) == [made.user, second.user] && listed.allSatisfy { $0.token == nil && $0.webhookSecret == nil })
            #expect(try await server.call(.get, "/v1/bots", token: member.token).status == 403)
            for name in ["robot", "ROBOT", "cem"] {
                let taken: Body = ["username": .string(name)]
                #expect(try await server.call(.post, "/v1/bots", token: owner.token, json: taken).code == .usernameTaken)
            }
            let reserved: Body = ["username": "admin"]
            #expect(try await server.call(.post, "/v1/bots", token: owner.token, json: reserved).faultyFields == ["username"])
            let dump = try await server.database.dump().joined()
            for secret in [made.token, second.token, made.webhookSecret] { #expect(!dump.contains(try #require(secret))) }
        }
    }

    /// Shows rule 25.10.
    @Test("A community has at most 50 bots, also of two requests at once")
    func limit() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("ada", role: .owner)
            for number in 1..<NewBot.limit { _ = try await bot(server, by: owner, "robot\(number)") }
            async let first = server.call(.post, "/v1/bots", token: owner.token, json: ["username": "x1"] as Body)
            async let second = server.call(.post, "/v1/bots", token: owner.token, json: ["username": "x2"] as Body)
            #expect(Set([try await first.status, try await second.status]) == [201, 409])
        }
    }

    /// Shows rule 25.11.
    @Test("A bot is a member with a token: never another role, no log-in, and no password, whatever anybody does")
    func member() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("ada", role: .owner)
            let robot = try await bot(server, by: owner)
            let me = try await server.as(robot).showMe()
            #expect(me.role == .member && me.bot == true && me.username == "robot")
            for role in [Role.admin, .owner, .teacher, .student] {
                let answer = try await server.call(
                    .patch, "/v1/members/\(robot.id)", token: owner.token, json: ["role": .string(role.rawValue)] as Body)
                #expect(answer.faultyFields == ["role"], "\(answer)")
                await #expect(throws: Problem.self) {
                    try await server.operators.changeUser(server.tenant, email: robot.email, role: role)
                }
            }
            #expect(try await server.call(.get, "/v1/bots", token: robot.token).status == 403)
            for password in ["", "correct horse"] {
                let empty = Person(id: robot.id, username: "robot", email: robot.email, password: password, token: robot.token)
                #expect(try await server.tryLogIn(empty).status == 401)
            }
            let change: Body = ["currentPassword": "correct horse", "newPassword": "battery staple 9"]
            #expect(try await server.call(.put, "/v1/me/password", token: robot.token, json: change).code == .wrongPassword)
            #expect(try await server.delete(robot).code == .wrongPassword)
            let users = try await server.operators.listUsers(server.tenant)
            #expect(users.filter(\.bot).map(\.id) == [robot.id])
            let person = try await server.call(.get, "/v1/users/\(owner.id)", token: robot.token).text
            #expect(!person.contains("bot"), "nobody else is marked: \(person)")
        }
    }

    /// Shows rule 25.12.
    @Test("Anybody brings a bot into a room; there it sees, writes and listens as any member, and is marked as a bot")
    func rooms() async throws {
        try await TestServer.with { server in
            let (owner, cem) = (try await server.person("ada", role: .owner), try await server.person("cem"))
            let robot = try await bot(server, by: owner)
            #expect(try await server.as(cem).findUsers(username: "robot").items.first?.bot == true)
            let room = try await server.room(cem, with: [robot])
            #expect(room.members.first { $0.user.id == robot.id }?.user.bot == true)
            #expect(room.members.first { $0.user.id == cem.id }?.user.bot == nil)
            let since = try await server.as(robot).listChanges(ChangesQuery(since: ChangesQuery.sinceNow)).next
            async let waiting = server.as(robot).listChanges(ChangesQuery(since: since, wait: 25))
            try await eventually("the bot waits") { server.changeNotifier.statistics.longPolls == 1 }
            try await server.watched(cem, room)
            let changes = try await waiting
            #expect(changes.rooms?.items.map(\.id) == [room.id])
            try await server.watched(robot, room)
            try await server.comment(robot, in: room, "beep")
            let comments = try await server.as(cem).listComments(CommentQuery(roomID: room.id)).items
            #expect(comments.map(\.author?.bot) == [true])
            let second = try await server.room(cem, episode: 2)
            #expect(try await server.as(cem).addMember(roomID: second.id, userID: robot.id).members.count == 2)
            #expect(try await server.call(.put, "/v1/blocks/\(robot.id)", token: owner.token).status == 204)
            let refused = try await server.call(
                .post, "/v1/rooms", token: owner.token,
                json: ["subject": ["kind": "custom", "title": "Holiday"], "memberIDs": [.string(robot.id.uuidString)]] as Body)
            #expect(refused.code == .unknownUser, "a block keeps it out: \(refused)")
        }
    }

    /// Shows rule 25.13.
    @Test("A token lasts until it is rotated, however long it isn't used; a suspension and a deletion end it")
    func rotated() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("ada", role: .owner)
            let robot = try await bot(server, by: owner)
            let calendar = try await server.as(robot).createAccessKey(NewAccessKey(purpose: .calendar, account: nil, name: "Shelf")).url
            server.clock.advance(by: 3 * 365 * 86_400)
            let newOwner = try await server.tryLogIn(owner).expecting(201, SignedIn.self).token
            #expect(try await server.as(robot).listSessions().items.map(\.source) == [.bot])
            #expect(try await server.as(robot).listChanges(ChangesQuery()).next.isEmpty == false)
            let rotated = try await server.call(.patch, "/v1/bots/\(robot.id)", token: newOwner, json: ["rotate": "token"] as Body)
                .expecting(200, Bot.self)
            let token = try #require(rotated.token)
            #expect(rotated.webhookSecret == nil)
            #expect(try await server.call(.get, "/v1/me", token: robot.token).status == 401)
            #expect(try await server.call(.get, calendar).status == 404, "its keys end with it")
            #expect(try await server.call(.get, "/v1/me", token: token).status == 200)
            _ = try await server.operators.changeUser(server.tenant, email: robot.email, suspended: true)
            #expect(try await server.call(.get, "/v1/me", token: token).status == 401)
            _ = try await server.operators.changeUser(server.tenant, email: robot.email, suspended: false)
            #expect(try await server.call(.get, "/v1/me", token: token).status == 401, "a new one is needed")
            #expect(try await server.call(.get, "/v1/bots", token: newOwner).expecting(200, Items<Bot>.self).items.count == 1)
        }
    }

    /// Shows rule 25.13.
    @Test("A deleted bot is gone, and what it wrote stays without an author; a person is no bot")
    func deleted() async throws {
        try await TestServer.with { server in
            let (owner, cem) = (try await server.person("ada", role: .owner), try await server.person("cem"))
            let robot = try await bot(server, by: owner)
            let room = try await server.room(cem, with: [robot])
            try await server.comment(robot, in: room, "beep")
            try await server.watched(cem, room)
            for id in [cem.id, UUID()] {
                #expect(try await server.call(.delete, "/v1/bots/\(id)", token: owner.token).status == 404)
                let rotation: Body = ["rotate": "token"]
                #expect(try await server.call(.patch, "/v1/bots/\(id)", token: owner.token, json: rotation).status == 404)
            }
            _ = try await server.as(owner).deleteBot(botID: robot.id)
            #expect(try await server.as(owner).listBots().items == [])
            #expect(try await server.call(.get, "/v1/me", token: robot.token).status == 401)
            #expect(try await server.call(.get, "/v1/users/\(robot.id)", token: cem.token).status == 404)
            let comments = try await server.as(cem).listComments(CommentQuery(roomID: room.id)).items
            #expect(comments.map(\.content) == ["beep"] && comments[0].author == nil)
            #expect(try await server.database.count("webhooks") == 0)
        }
    }

    /// Shows rule 25.14.
    @Test(
        "A webhook's address is https, without a user and a fragment; null removes it, and without one there is no secret to rotate",
        arguments: [
            "http://example.org/", "https://", "https://a@example.org/", "https://example.org/#x", "https://example.org:0/",
            "https://example.org:65536/", "https://exämple.org/", "https://example.org/ x", "https://[::1/", "ftp://example.org",
            "https://example.org\\@10.0.0.1/", "https://.example.org/", "https://" + String(repeating: "a", count: 2000),
        ])
    func addresses(url: String) async throws {
        try await TestServer.with { server in
            let owner = try await server.person("ada", role: .owner)
            let body: Body = ["username": "robot", "webhookURL": .string(url)]
            #expect(try await server.call(.post, "/v1/bots", token: owner.token, json: body).faultyFields == ["webhookURL"])
            let robot = try await bot(server, by: owner)
            let path = "/v1/bots/\(robot.id)"
            let rotation: Body = ["rotate": "secret"]
            #expect(try await server.call(.patch, path, token: owner.token, json: rotation).faultyFields == ["rotate"])
            let set: Body = ["webhookURL": "https://[2a00::1]:8443"]
            let secret = try await server.call(.patch, path, token: owner.token, json: set).expecting(200, Bot.self).webhookSecret
            let rotated = try await server.call(.patch, path, token: owner.token, json: rotation).expecting(200, Bot.self).webhookSecret
            #expect(secret != nil && rotated != nil && secret != rotated)
            let again = try await server.call(.patch, path, token: owner.token, json: set).expecting(200, Bot.self)
            #expect(again.webhookSecret == nil && again.webhookURL == "https://[2a00::1]:8443")
            let removed: Body = ["webhookURL": .null]
            let bare = try await server.call(.patch, path, token: owner.token, json: removed).expecting(200, Bot.self)
            #expect(bare.webhookURL == nil && bare.webhookState == nil)
        }
    }
}
