import DavenportAPI
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Domain
@testable import Watch

@Suite("rules 13: the cost of the sync feed")
struct FeedCostTests {
    @Test("Syncing changes reads as few pages for a user with thousands of archived rooms as for others")
    func archive() async throws {
        // The database must be unused: dead rows that another test left would be read too.
        try await TestDatabase.with(isUnused: true) { database in
            try await TestServer.with(database: database) { server in
                let (ada, bea) = try await server.friends("ada", "bea")
                let evening = FeedEvening(server: server, ada: ada, bea: bea)
                let (finished, open) = (try await evening.room(1, watched: true), try await evening.room(2))
                server.clock.advance(by: 8 * 86_400)
                try await evening.copy(finished, times: 3000)
                let before = try await evening.snapshot()
                _ = try await server.comment(bea, in: open, "I have seen it")
                let noting = try await evening.cost(since: before) { FeedRooms(scope: $0).changed }
                #expect(noting.pages < 30, "\(noting.pages)\n\(noting.plan)")
                let rooms = try await evening.cost(since: before, noted: [open.id]) { try RoomFeed($0).changed() }
                #expect(rooms.rows == 1)
                #expect(rooms.pages < 30, "\(rooms.pages)\n\(rooms.plan)")
                let comments = try await evening.cost(since: before, noted: [open.id]) { try CommentFeed($0).changed }
                #expect(comments.rows == 1)
                #expect(comments.pages < 30, "\(comments.pages)\n\(comments.plan)")
                let none = try await evening.cost(since: before) { try RoomFeed($0).changed() }
                #expect(none.rows == 0)
                #expect(none.pages < 5, "\(none.pages)\n\(none.plan)")
            }
        }
    }

    @Test("A later page of a pass reads only the rooms after the previous page, not all changed ones")
    func laterPages() async throws {
        try await TestDatabase.with(isUnused: true) { database in
            try await TestServer.with(database: database) { server in
                let (ada, bea) = try await server.friends("ada", "bea")
                let evening = FeedEvening(server: server, ada: ada, bea: bea)
                var rooms: [UUID] = []
                for number in 1...20 { rooms.append(try await evening.room(number).id) }
                rooms.sort { $0.uuidString < $1.uuidString }
                let now = try await evening.snapshot()
                let all = try await evening.cost(since: now, noted: rooms) { try RoomFeed($0).changed() }
                #expect(all.rows == 20)
                var writer = ByteTextWriter()
                writer.write(rooms[18])
                let last = try await evening.cost(since: now, noted: rooms, behind: writer.bytes) { try RoomFeed($0).changed() }
                #expect(last.rows == 1)
                #expect(last.pages < all.pages / 4, "\(last.pages) of \(all.pages)\n\(last.plan)")
            }
        }
    }
}

extension FeedEvening {
    /// Inserts copies of a room with other titles and the same members without running triggers, as an import does.
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
        // Sets statistics as in a large community, where few users are in that many rooms.
        try await server.rows("ALTER TABLE memberships ALTER user_id SET (n_distinct = -0.2)")
        for table in ["rooms", "memberships"] { try await server.rows("ANALYZE \(unsafeRaw: table)") }
        // A snapshot lists what it can't see from the oldest open transaction on, which may be one of another test's database.
        let copied = "SELECT max(archive_xid)::text AS last FROM memberships WHERE room_id <> \(room.id)" as SQL
        let last: String = try await server.rows(copied)[0]["last"]
        try await eventually("the snapshot begins after the copies") {
            try await server.rows("SELECT pg_snapshot_xmin(pg_current_snapshot()) > \(last)::text::xid8 AS is_past")[0]["is_past"]
        }
    }

    /// Returns a snapshot of all committed transactions.
    fileprivate func snapshot() async throws -> Snapshot {
        try #require(Snapshot(try await server.rows("SELECT pg_current_snapshot()::text AS now")[0]["now"]))
    }

    /// Returns the cost of a sync statement for Ada, who has synced everything up to a snapshot, while these rooms are
    /// marked as changed.
    fileprivate func cost(
        since base: Snapshot, noted rooms: [UUID] = [], behind place: [UInt8]? = nil, _ statement: (FeedScope) throws -> SQL
    ) async throws -> StatementCost {
        let noted = rooms.map(\.uuidString).joined(separator: ",")
        return try await Database(pool: server.database.app, clock: server.clock.wall).transaction(in: server.tenant.id) { transaction in
            let scope = FeedScope(
                transaction: transaction, userID: ada.id, seesAll: false, base: base, syncedAt: .distantPast, target: nil,
                moment: server.clock.now, rows: 201, place: place, isFirst: place == nil)
            try await transaction.query("SELECT set_config('app.feed_rooms', \(noted), true)")
            return try await transaction.cost(of: statement(scope))
        }
    }
}
