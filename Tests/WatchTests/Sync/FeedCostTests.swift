import DavenportAPI
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Domain
@testable import Watch

@Suite("rules.md 13: what the feed of changes costs")
struct FeedCostTests {
    @Test("Who has thousands of archived rooms is told of what has changed by as few pages as others")
    func archive() async throws {
        // One of which nobody has left rows: they would be read too.
        try await TestDatabase.with(isUnused: true) { database in
            try await TestServer.with(database: database) { server in
                let (ada, bea) = try await server.friends("ada", "bea")
                let evening = FeedEvening(server: server, ada: ada, bea: bea)
                let (finished, open) = (try await evening.room(1, watched: true), try await evening.room(2))
                server.clock.advance(by: 8 * 86_400)
                try await evening.copy(finished, times: 3000)
                let told = try await evening.cost(of: [open.id])
                #expect(told.rows == 1)
                #expect(told.pages < 30, "\(told.pages)\n\(told.plan)")
                let none = try await evening.cost(of: [])
                #expect(none.rows == 0)
                #expect(none.pages < 5, "\(none.pages)\n\(none.plan)")
            }
        }
    }
}

extension FeedEvening {
    /// More rooms like it, of other titles, with the same people: put there as an import does, without what they would set off.
    fileprivate func copy(_ room: Room, times count: Int) async throws {
        let others = { (table: String, own: String) -> String in
            """
            SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name = '\(table)' AND is_generated = 'NEVER' AND column_name NOT IN (\(own))
            """
        }
        _ = try await server.database.owner.roundTrip(opening: [
            "SELECT enter(\(server.tenant.id), \(server.clock.now))", "SELECT set_config('app.importing', 'on', true)",
        ]) { transaction in
            try await transaction.query(
                """
                DO $$
                DECLARE
                    of_rooms text := (\(unsafeRaw: others("rooms", "'id', 'subject_key'")));
                    of_members text := (\(unsafeRaw: others("memberships", "'room_id'")));
                BEGIN
                    CREATE TEMPORARY TABLE copies AS SELECT gen_random_uuid() AS id, n FROM generate_series(1, \(unsafeRaw: "\(count)")) AS n;
                    EXECUTE format('INSERT INTO rooms (id, subject_key, %s) SELECT c.id, c.n::text, %s FROM rooms AS r, copies AS c
                        WHERE r.id = %L', of_rooms, regexp_replace(of_rooms, '(^|, )', '\\1r.', 'g'), '\(unsafeRaw: "\(room.id)")');
                    EXECUTE format('INSERT INTO memberships (room_id, %s) SELECT c.id, %s FROM memberships AS r, copies AS c
                        WHERE r.room_id = %L', of_members, regexp_replace(of_members, '(^|, )', '\\1r.', 'g'), '\(unsafeRaw: "\(room.id)")');
                    DROP TABLE copies;
                END $$
                """)
        }
        // As in a community of many, of whom few are in so many rooms.
        try await server.rows("ALTER TABLE memberships ALTER user_id SET (n_distinct = -0.2)")
        for table in ["rooms", "memberships"] { try await server.rows("ANALYZE \(unsafeRaw: table)") }
    }

    /// What the statement of changed rooms reads for Ada where these are noted.
    fileprivate func cost(of rooms: [UUID]) async throws -> StatementCost {
        let noted = rooms.map(\.uuidString).joined(separator: ",")
        let base = try #require(Snapshot("3:3:"))
        return try await Database(pool: server.database.app, clock: server.clock.wall).transaction(in: server.tenant.id) { transaction in
            let scope = FeedScope(
                transaction: transaction, userID: ada.id, seesAll: false, base: base, toldAt: .distantPast, target: nil,
                moment: server.clock.now, rows: 201, place: nil, isFirst: true)
            try await transaction.query("SELECT set_config('app.feed_rooms', \(noted), true)")
            return try await transaction.cost(of: RoomFeed(scope).changed())
        }
    }
}
