import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing
import Watch

@Suite("rules 25: a history from elsewhere")
struct HistoryTests {
    /// Returns the play of an episode, some days before 2026-03-01.
    private static func play(_ server: TestServer, show: Int = 7, episode: Int, days: Int) -> HistoryItem {
        HistoryItem(
            .tv(showID: show, season: 1, episode: episode, showTitle: "Show \(show)"),
            watchedAt: server.clock.now.addingTimeInterval(Double(-days) * 86_400))
    }

    /// Returns the number of different episodes among plays.
    private static func things(_ plays: [HistoryItem]) -> Int {
        Set(plays.map { "\($0.subject?.showID ?? 0) \($0.subject?.episode ?? 0)" }).count
    }

    private static func send(_ items: [HistoryItem], _ server: TestServer, _ person: Person) async throws -> ImportedHistory {
        try await server.as(person).importHistory(HistoryItems(items: items))
    }

    private static func archive(_ server: TestServer, _ person: Person) async throws -> [Room] {
        var (rooms, after) = ([Room](), String?.none)
        repeat {
            let page = try await server.as(person).listRooms(RoomQuery(archived: true, after: after, limit: 100))
            rooms += page.items
            after = page.next
        } while after != nil
        return rooms
    }

    /// Shows rules 25.7 and 25.8.
    @Test("3,000 plays of last year, sent twice, become one archived room for each thing at its earliest play, and tell nobody")
    func plays() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let shared = try await server.room(ada, with: [bea], subject: .tv(showID: 7, season: 1, episode: 1, showTitle: "Show 7"))
            try await server.emptyOutbox()
            let plays = (0..<3000).map { number in
                Self.play(server, show: 7 + number % 10, episode: number / 20, days: 30 + number % 365)
            }
            let things = Self.things(plays)
            #expect(things == 1500)
            let requests = stride(from: 0, to: 3000, by: 200).map { Array(plays[$0..<$0 + 200]) }
            var made = 0
            for request in requests {
                let answer = try await Self.send(request, server, ada)
                #expect(answer.unknown == [])
                made += answer.made
            }
            #expect(made == things)
            for request in requests {
                let answer = try await Self.send(request, server, ada)
                #expect(answer.made == 0 && answer.known == Self.things(request))
            }
            #expect(try await server.dashboard(of: ada).sections.flatMap(\.rooms).map(\.id) == [shared.id])
            #expect(try await server.as(ada).showRoom(roomID: shared.id).members.allSatisfy { $0.watchedAt == nil })
            let rooms = try await Self.archive(server, ada)
            #expect(rooms.count == things)
            for room in rooms {
                let at = room.createdAt
                #expect(room.completedAt == at && room.lastActivityAt == at && room.archived)
                #expect(room.members.map(\.user.id) == [ada.id] && room.members[0].isHost)
                #expect(room.members[0].watchedAt == at && room.members[0].joinedAt == at)
            }
            #expect(rooms.map(\.lastActivityAt) == rooms.map(\.lastActivityAt).sorted(by: >))
            #expect(try await server.rows("SELECT FROM notifications WHERE kind LIKE 'room.%'").isEmpty)
            #expect(try await server.database.wrongDerivedColumns() == [])
            var follower = Follower(server.as(ada))
            try await follower.follow()
        }
    }

    /// Shows rule 25.8.
    @Test("Of several plays in one request the earliest counts; what is younger than 7 days is on the dashboard, as watched")
    func earliest() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let items = [9, 3, 5].map { Self.play(server, episode: 1, days: $0) } + [Self.play(server, episode: 2, days: 1)]
            #expect(try await Self.send(items, server, ada) == ImportedHistory(made: 2, known: 0, unknown: []))
            let rooms = try await server.dashboard(of: ada).sections.flatMap(\.rooms)
            #expect(rooms.map(\.createdAt) == [server.clock.now.addingTimeInterval(-86_400)])
            #expect(rooms[0].attention == .discuss && rooms[0].archivesAt == server.clock.now.addingTimeInterval(6 * 86_400))
            #expect(try await Self.archive(server, ada).map(\.createdAt) == [server.clock.now.addingTimeInterval(-9 * 86_400)])
        }
    }

    /// Shows rule 25.8.
    @Test("A room of one's own is known, also under another case of a title; a shared one, and another person's, aren't")
    func known() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            _ = try await server.room(ada, subject: .custom(title: "Straße"))
            _ = try await server.room(ada, with: [bea], subject: .custom(title: "Shared"))
            _ = try await server.room(bea, subject: .tv(season: 1, episode: 1, showTitle: "Severance"))
            let at = server.clock.now.addingTimeInterval(-86_400)
            let items = [NewSubject.custom(title: "STRASSE"), .custom(title: "shared"), .tv(season: 1, episode: 1, showTitle: "SEVERANCE")]
                .map { HistoryItem($0, watchedAt: at) }
            #expect(try await Self.send(items, server, ada) == ImportedHistory(made: 2, known: 1, unknown: []))
            async let one = Self.send(items + [HistoryItem(.custom(title: "New"), watchedAt: at)], server, ada)
            async let other = Self.send([HistoryItem(.custom(title: "new"), watchedAt: at)], server, ada)
            #expect(try await one.made + other.made == 1)
        }
    }

    /// Shows rule 25.7.
    @Test("A malformed item is named, and nothing of its request is stored; the ends of time are taken")
    func faults() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let (custom, at): (JSONValue, JSONValue) = (["kind": "custom", "title": "x"], "2025-01-01T00:00:00Z")
            let good: JSONValue = ["subject": custom, "watchedAt": at]
            for (bad, field) in [
                (["watchedAt": at], "subject"), (["subject": custom, "tvdbID": 1, "season": 1, "episode": 1, "watchedAt": at], "subject"),
                (["tvdbID": 1, "episode": 1, "watchedAt": at], "season"), (["title": "Heat", "watchedAt": at], "year"),
                (["subject": custom], "watchedAt"), (["subject": custom, "watchedAt": "soon"], "watchedAt"),
            ] as [(JSONValue, String)] {
                let body: Body = ["items": .list([good, bad])]
                let answer = try await server.call(.post, "/v1/me/history", token: ada.token, json: body)
                #expect(answer.faultyFields == ["items.1.\(field)"], "\(bad): \(answer)")
            }
            #expect(try await server.database.count("rooms") == 0)
            let ends = ["1900-01-01T00:00:00Z", "2026-03-01T20:05:00Z"].map { JSONValue.string($0) }
            let items = ends.enumerated().map { number, end -> JSONValue in
                ["subject": ["kind": "custom", "title": .string("\(number)")], "watchedAt": end]
            }
            let body: Body = ["items": .list(items)]
            let taken = try await server.call(.post, "/v1/me/history", token: ada.token, json: body).expecting(200, ImportedHistory.self)
            #expect(taken.made == 2)
            #expect(try await Self.archive(server, ada).map(\.createdAt) == [Date(timeIntervalSince1970: -2_208_988_800)])
            let many: Body = ["items": .list(Array(repeating: good, count: 201))]
            #expect(try await server.call(.post, "/v1/me/history", token: ada.token, json: many).faultyFields == ["items"])
        }
    }

    /// Shows rule 25.7.
    @Test("The things of a day are counted, and one too many is refused as a whole until the day is over")
    func allowance() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            try await server.rows("INSERT INTO tenant_limits (tenant_id, name, value) VALUES (\(server.tenant.id), 'history', 3)")
            #expect(Allowance.history.usual == 20_000)
            let plays = (1...5).map { Self.play(server, episode: $0, days: 400) }
            #expect(try await Self.send(Array(plays[..<2]), server, ada).made == 2)
            func status(_ items: [HistoryItem]) async throws -> Int {
                try await server.call(.post, "/v1/me/history", token: ada.token, json: HistoryItems(items: items)).status
            }
            #expect(try await status(Array(plays[..<4])) == 429, "two are known, and two are one too many")
            #expect(try await Self.send(Array(plays[..<3]), server, ada) == ImportedHistory(made: 1, known: 2, unknown: []))
            #expect(try await status([plays[3]]) == 429)
            server.clock.advance(by: 86_400)
            #expect(try await Self.send(Array(plays[3...]), server, ada).made == 2)
        }
    }
}
