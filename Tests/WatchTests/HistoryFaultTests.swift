import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 25: faulty things in a history")
struct HistoryFaultTests {
    private static let custom: JSONValue = ["kind": "custom", "title": "x"]

    private static func send(_ items: [JSONValue], _ server: TestServer, _ person: Person) async throws -> ImportedHistory {
        let body: Body = ["items": .list(items)]
        return try await server.call(.post, "/v1/me/history", token: person.token, json: body).expecting(200, ImportedHistory.self)
    }

    /// Shows rule 25.7.
    @Test(
        "An item at an impossible time is left out with its position, and the others are stored",
        arguments: [
            "0001-01-01T00:00:00Z", "1899-12-31T23:59:59Z", "2031-01-01T00:00:00Z", "2026-03-01T20:05:01Z", "9999-12-31T23:59:59Z",
        ])
    func times(time: String) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let items: [JSONValue] = [
                ["subject": Self.custom, "watchedAt": .string(time)],
                ["subject": ["kind": "custom", "title": "y"], "watchedAt": "2025-01-01T00:00:00Z"],
                ["subject": Self.custom, "watchedAt": "2025-01-02T00:00:00Z"],
            ]
            let answer = try await Self.send(items, server, ada)
            #expect(
                answer == ImportedHistory(made: 2, known: 0, unknown: [.init(index: 0, code: .init(keeping: "impossible_time"))]))
            #expect(try await server.database.count("rooms") == 2)
        }
    }

    /// Shows rules 5.13 and 25.7.
    @Test("Beside 1,000 active rooms, no room is created and nothing of the last seven days brought along, until some are archived")
    func activeRooms() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            func items(_ numbers: Range<Int>, at time: Date) -> [JSONValue] {
                let at = JSONValue.string(Timestamp.text(time))
                return numbers.map { ["subject": ["kind": "custom", "title": .string("thing \($0)")], "watchedAt": at] }
            }
            for start in stride(from: 0, to: 1000, by: 200) {
                #expect(try await Self.send(items(start..<start + 200, at: server.clock.now), server, ada).made == 200)
            }
            let old = items(2000..<2001, at: server.clock.now.addingTimeInterval(-7 * 86_400))
            let answer = try await Self.send(items(1000..<1001, at: server.clock.now) + old, server, ada)
            #expect(answer == ImportedHistory(made: 1, known: 0, unknown: [.init(index: 0, code: .limitReached)]))
            #expect(try await refusal(of: { try await server.room(ada, with: [bea]) }) == .limitReached)
            // Others may add her.
            _ = try await server.room(bea, with: [ada])
            server.clock.advance(by: 7 * 86_400)
            _ = try await server.room(ada, with: [bea], rewatch: true)
        }
    }

    /// Shows rule 25.8.
    @Test("Without a catalogue, an item that needs one is answered with its position, and the others are stored")
    func withoutCatalogue() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let at: JSONValue = "2025-01-01T00:00:00Z"
            let answer = try await Self.send(
                [
                    ["title": "Heat", "year": 1995, "watchedAt": at], ["tvdbID": 5, "season": 1, "episode": 1, "watchedAt": at],
                    ["subject": ["kind": "tv", "showID": 7, "season": 1, "episode": 1], "watchedAt": at],
                    ["subject": ["kind": "movie", "movieID": 7], "watchedAt": at], ["subject": Self.custom, "watchedAt": at],
                ], server, ada)
            let unknown = (0..<4).map { ImportedHistory.Unknown(index: $0, code: .catalogueUnavailable) }
            #expect(answer == ImportedHistory(made: 1, known: 0, unknown: unknown))
        }
    }
}
