import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rule 13.9: long polls")
struct LongPollTests {
    /// Shows rule 13.9.
    @Test("A long poll returns as soon as a comment is made, by this server or another one that notifies it")
    func woken() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let listener = Listener(uri: server.database.appURI, channels: [ChangeNotifier.channel], logger: .quiet)
            let other = server.serving()
            try await TestServer.serve(other) { _, port in
                let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
                let listening = Task {
                    for await event in listener.events() {
                        switch event {
                        case .reconnected: isReady.yield()
                        case .notification(_, let payload): other.changeNotifier.receive(payload)
                        }
                    }
                }
                defer { listening.cancel() }
                for await _ in ready { break }
                for isThere in [true, false] {
                    var cursor = try await server.as(ada).listChanges(ChangesQuery(since: ChangesQuery.sinceNow)).next
                    cursor = try await server.as(ada).listChanges(ChangesQuery(since: cursor)).next
                    let since = cursor
                    async let answer = server.call(
                        .get, "/v1/changes?wait=25&since=\(since)", token: ada.token, port: isThere ? server.port : port)
                    let longPolls = isThere ? server.changeNotifier.longPolls : other.changeNotifier.longPolls
                    try await eventually("a request waits") { longPolls.count == 1 }
                    let said = try await server.comment(bea, in: room, "hello")
                    let changes = try await answer.expecting(200, Changes.self)
                    #expect(changes.comments?.items.map(\.id) == [said.id])
                    #expect(longPolls.count == 0)
                }
                #expect(server.changeNotifier.statistics.sent > 0 && other.changeNotifier.statistics.received > 0)
            }
        }
    }

    /// Shows rules 13.9 and 13.10.
    @Test("Without a notification the answer comes at the deadline, with any missed changes; until then no connection is held")
    func timeUp() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let since = try await Self.cursor(of: ada, on: server)
            let began = ContinuousClock.now
            async let empty = server.call(.get, "/v1/changes?wait=1&since=\(since)", token: bea.token)
            let refused = try await empty
            #expect(refused.code == .resyncRequired, "another's cursor waits for nothing: \(refused)")
            let nothing = try await server.as(ada).listChanges(ChangesQuery(since: since, wait: 1))
            #expect(nothing.rooms?.items == [] && ContinuousClock.now - began >= .seconds(1))
            async let answer = server.call(.get, "/v1/changes?wait=2&since=\(since)", token: ada.token)
            try await eventually("a request waits") { server.changeNotifier.longPolls.count == 1 }
            try await eventually("nobody works") { server.database.app.statistics.busy == 0 }
            // Writes to the database directly, so that the server notifies no long poll.
            _ = try await server.database.owner.roundTrip(opening: ["SELECT enter(\(server.tenant.id), \(server.clock.now))"]) {
                try await $0.query("UPDATE memberships SET muted = true WHERE user_id = \(ada.id)")
            }
            let changes = try await answer.expecting(200, Changes.self)
            #expect(changes.rooms?.items.map(\.id) == [room.id])
        }
    }

    /// Shows rule 13.9.
    @Test("A long poll ends at once with 401 when its session ends or its user is suspended")
    func over() async throws {
        try await TestServer.with { server in
            let owner = try await server.person("olive", role: .owner)
            let ada = try await server.person("ada")
            let second = try await server.logIn(ada)
            let since = try await Self.cursor(of: ada, on: server)
            async let answer = server.call(.get, "/v1/changes?wait=25&since=\(since)", token: second)
            try await eventually("a request waits") { server.changeNotifier.longPolls.count == 1 }
            _ = try await server.as(ada).endOtherSessions()
            #expect(try await answer.code == .unauthenticated)
            async let other = server.call(.get, "/v1/changes?wait=25&since=\(since)", token: ada.token)
            try await eventually("a request waits") { server.changeNotifier.longPolls.count == 1 }
            _ = try await server.as(owner).changeMember(MemberChange(userID: ada.id, suspended: true))
            #expect(try await other.code == .unauthenticated)
        }
    }

    /// Shows rule 13.9.
    @Test("A long poll whose session changes its password goes on, and is answered at its deadline", .generousTimeLimit)
    func newPassword() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let since = try await Self.cursor(of: ada, on: server)
            async let answer = server.call(.get, "/v1/changes?wait=3&since=\(since)", token: ada.token)
            try await eventually("a request waits") { server.changeNotifier.longPolls.count == 1 }
            // It wakes the long poll, whose cached caller is then outdated, so the request is executed twice.
            let change = PasswordChange(currentPassword: ada.password, newPassword: "two-seas-and-a-lamp")
            _ = try await server.as(ada).changePassword(change)
            #expect(try await answer.status == 200)
            #expect(server.changeNotifier.longPolls.count == 0)
        }
    }

    /// Shows rule 13.10.
    @Test("A user's ninth long poll ends the oldest, and the others don't delay the user's other requests")
    func many() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let since = try await Self.cursor(of: ada, on: server)
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<9 {
                    group.addTask {
                        (try? await server.as(ada).listChanges(ChangesQuery(since: since, wait: 25)))?.rooms?.items == []
                    }
                }
                let first = await group.next()
                #expect(first == true)
                do {
                    try await eventually("eight wait") { server.changeNotifier.longPolls.count == 8 }
                    #expect(try await server.as(ada).showMe().id == ada.id)
                } catch { Issue.record(error) }
                server.changeNotifier.end()
                for await isAnswered in group { #expect(isAnswered) }
            }
            #expect(server.changeNotifier.longPolls.count == 0)
        }
    }

    /// Shows rule 13.10.
    @Test("A client that disconnects stops waiting")
    func leaving() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let since = try await Self.cursor(of: ada, on: server)
            let request = "GET /v1/changes?wait=25&since=\(since) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(ada.token)\r\n\r\n"
            let began = ContinuousClock.now
            for _ in 0..<2 {
                try await RawClient.with(port: server.port) { client in
                    try await client.send(request)
                    try await eventually("a request waits") { server.changeNotifier.longPolls.count == 1 }
                }
                try await eventually("none waits") { server.changeNotifier.longPolls.count == 0 }
            }
            #expect(ContinuousClock.now - began < .seconds(25))
        }
    }

    private static func cursor(of person: Person, on server: TestServer) async throws -> String {
        let client = server.as(person)
        let now = try await client.listChanges(ChangesQuery(since: ChangesQuery.sinceNow)).next
        return try await client.listChanges(ChangesQuery(since: now)).next
    }
}
