import DavenportAPI
import Postgres
import TestSupport
import Testing
import Watch

@Suite("rules 5 and 7: numbers that more than one layer knows")
struct NumberTests {
    /// Shows rule 5.1.
    @Test("A room holds as many people as the API takes, and as PostgreSQL lets in")
    func roomCapacity() async throws {
        let others = try Self.schemas()["NewRoom"]?["properties"]?["memberIDs"]?["maxItems"]
        #expect(others == .integer(RoomLimits.members - 1))
        try await TestDatabase.with { database in
            let rows = try await database.owner.roundTrip {
                try await $0.query("SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'rooms_not_overfull'")
            }
            #expect(try rows[0]["definition"] == "CHECK ((cardinality(member_ids) <= \(RoomLimits.members)))")
        }
    }

    @Test("PostgreSQL takes no room that is about nothing, or about two things, whatever is sent to it")
    func subjects() async throws {
        let changes = [
            "kind = 'play'", "kind = NULL", "movie_id = 7", "title = 'both'", "season = -1", "episode = NULL", "show_title = NULL",
            "show_id = NULL",
            "kind = 'movie', movie_id = 7, title = 'x'", "kind = 'custom', title = 'x'",
        ]
        try await TestServer.with { server in
            _ = try await server.room(try await server.person("ada"))
            for change in changes {
                let error = await #expect(throws: PostgresError.self, "\(change)") {
                    try await server.rows("UPDATE rooms SET \(unsafeRaw: change)")
                }
                #expect(error?.sqlState == .checkViolation, "\(change)")
            }
            let whole: SQL = "show_id = NULL, season = NULL, episode = NULL, show_title = NULL, episode_title = NULL, episode_id = NULL"
            _ = try await server.rows("UPDATE rooms SET kind = 'custom', title = 'x', \(fragment: whole)")
        }
    }

    /// Shows rule 7.4.
    @Test("A dashboard has as many rooms as PostgreSQL answers of it")
    func dashboard() async throws {
        try await TestDatabase.with { database in
            let rows = try await database.app.roundTrip { try await $0.query("SELECT dashboard_limit()::int AS rooms") }
            #expect(try rows[0]["rooms"] == RoomLimits.dashboard)
        }
    }

    @Test("Replies are told no later than PostgreSQL moves them to")
    func replies() async throws {
        try await TestDatabase.with { database in
            let rows = try await database.app.roundTrip { try await $0.query("SELECT extract(epoch FROM replies_limit())::int AS seconds") }
            #expect(try rows[0]["seconds"] == Int(RoomNoticeRules.repliesLimit))
        }
    }

    /// Shows rule 7.5.
    @Test("The last episode that follows another is the last that a room can be about")
    func lastEpisode() throws {
        let episode = try Self.schemas()["NewSubject.tv"]?["properties"]?["episode"]
        #expect(episode?["maximum"] == .integer(EpisodeRules.last))
    }

    private static func schemas() throws -> JSONValue {
        try Contract.document.get()["components"]?["schemas"] ?? [:]
    }
}
