import DavenportAPI
import Postgres
import TestSupport
import Testing
import Watch

@Suite("rules 5 and 7: limits that several layers share")
struct NumberTests {
    /// Shows rule 5.1.
    @Test("The API and PostgreSQL agree on the number of members of a room")
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

    @Test("PostgreSQL refuses a room without a subject or with two")
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
    @Test("The dashboard's limit of rooms is the one in PostgreSQL")
    func dashboard() async throws {
        try await TestDatabase.with { database in
            let rows = try await database.app.roundTrip { try await $0.query("SELECT dashboard_limit()::int AS rooms") }
            #expect(try rows[0]["rooms"] == RoomLimits.dashboard)
        }
    }

    /// Shows rule 9.3.
    @Test("Swift and PostgreSQL agree on the longest delay of notifications about replies")
    func replies() async throws {
        try await TestDatabase.with { database in
            let rows = try await database.app.roundTrip { try await $0.query("SELECT extract(epoch FROM replies_limit())::int AS seconds") }
            #expect(try rows[0]["seconds"] == Int(RoomNoticeRules.repliesLimit))
        }
    }

    /// Shows rule 17.2.
    @Test("Swift and PostgreSQL agree on the second of a running position", arguments: [(660, 0), (660, 179), (660, 180), (86_390, 60)])
    func positions(seconds: Int, age: Int) async throws {
        try await TestDatabase.with { database in
            let rows = try await database.app.roundTrip {
                try await $0.query("SELECT position_second(\(seconds)::integer, true, \(age)::bigint) AS second")
            }
            #expect(try rows[0]["second"] == Position(seconds: seconds, running: true, age: 0).second(at: age))
        }
    }

    /// Shows rule 7.5.
    @Test("The last possible next episode is the last episode that a room can have")
    func lastEpisode() throws {
        let episode = try Self.schemas()["NewSubject.tv"]?["properties"]?["episode"]
        #expect(episode?["maximum"] == .integer(EpisodeRules.last))
    }

    private static func schemas() throws -> JSONValue {
        try Contract.document.get()["components"]?["schemas"] ?? [:]
    }
}
