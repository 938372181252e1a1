import DavenportAPI
import Postgres
import TestSupport
import Testing
import Watch

@Suite("rules.md 5 and 7: numbers that more than one layer knows")
struct NumberTests {
    @Test("A room holds as many people as the API takes, and as PostgreSQL lets in")
    func roomCapacity() async throws {
        let others = try Self.schemas()["NewRoom"]?["properties"]?["memberIDs"]?["maxItems"]
        #expect(others == .integer(RoomLimits.members - 1))
        try await TestDatabase.with { database in
            let rows = try await database.app.roundTrip { try await $0.query("SELECT room_capacity() AS capacity") }
            #expect(try rows[0]["capacity"] == RoomLimits.members)
        }
    }

    @Test("A dashboard has as many rooms as PostgreSQL answers of it")
    func dashboard() async throws {
        try await TestDatabase.with { database in
            let rows = try await database.app.roundTrip { try await $0.query("SELECT dashboard_limit()::int AS rooms") }
            #expect(try rows[0]["rooms"] == RoomLimits.dashboard)
        }
    }

    @Test("The last episode that follows another is the last that a room can be about")
    func lastEpisode() throws {
        let episode = try Self.schemas()["NewSubject.tv"]?["properties"]?["episode"]
        #expect(episode?["maximum"] == .integer(EpisodeRules.last))
    }

    private static func schemas() throws -> JSONValue {
        try Contract.document.get()["components"]?["schemas"] ?? [:]
    }
}
