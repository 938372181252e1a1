import DavenportAPI
import Foundation
import Postgres
import TestSupport

extension Simulation {
    /// Compares everybody's dashboard and archive, and the outbox.
    func compare() async throws {
        let now = server.clock.now
        for (index, person) in people.enumerated() {
            let seen = try await server.dashboard(of: person).sections.flatMap { lines($0, index) }
            try same(seen, model.dashboard(of: index, at: now), "dashboard of \(index)")
            let archived = try await server.call(.get, "/v1/rooms?archived=true&limit=100", token: person.token).expecting(
                200, Page<Room>.self)
            try same(archived.items.map(\.id.uuidString), model.archive(of: index, at: now).map(\.uuidString), "archive of \(index)")
        }
        try same(try await outbox(), model.pending.map(\.text).sorted(), "outbox")
    }

    private func same(_ seen: [String], _ expected: [String], _ what: String) throws {
        guard seen != expected else { return }
        throw difference("\(what):\n" + seen.joined(separator: "\n") + "\nexpected:\n" + expected.joined(separator: "\n"))
    }

    /// A section as the model writes it.
    private func lines(_ section: Dashboard.Section, _ person: Int) -> [String] {
        let members = section.group.members.map { number($0.id) }.sorted()
        let next = section.nextEpisode.map { "\($0.season)x\($0.episode)" } ?? "-"
        return ["section \(section.group.showID ?? 0) \(members) next \(next)"] + section.rooms.map(line)
    }

    private func line(_ room: Room) -> String {
        let members = room.members.sorted { number($0.user.id) < number($1.user.id) }
            .map { "\(number($0.user.id))\($0.watchedAt == nil ? "" : "+")\($0.isHost ? "*" : "")" }
        let done = room.completedAt.map { "\(Int($0.timeIntervalSince1970 * 1000))" } ?? "-"
        return
            "\(room.id) \(room.attention.rawValue) \(room.unreadCount)/\(room.commentCount) read \(room.readNumber) done \(done) \(members)"
    }

    private func number(_ id: UUID) -> Int {
        people.firstIndex { $0.id == id } ?? -1
    }

    private func outbox() async throws -> [String] {
        let rows = try await server.database.owner.roundTrip {
            try await $0.query(
                """
                SELECT kind, actor_id, recipient_id, about_id, coalesce(count, 0) AS count, due_at
                FROM notifications WHERE state = 'pending'
                """)
        }
        return try rows.map { row in
            let (room, count, due): (UUID, Int, Date) = (try row["about_id"], try row["count"], try row["due_at"])
            let kind: String = try row["kind"]
            let milliseconds = Int((due.timeIntervalSince1970 * 1000).rounded())
            return "\(kind) \(number(try row["actor_id"]))>\(number(try row["recipient_id"])) \(room) \(count) \(milliseconds)"
        }.sorted()
    }
}

extension TestDatabase {
    /// Recomputes every derived column from scratch; names the rows where it isn't what the triggers left.
    func wrongDerivedColumns() async throws -> [String] {
        let rows = try await owner.roundTrip {
            try await $0.query(
                """
                WITH fresh AS (
                    SELECT r.tenant_id, r.id, m.ids, m.complete, c.comment_count, c.last_number
                    FROM rooms AS r
                    CROSS JOIN LATERAL (
                        SELECT array_agg(user_id ORDER BY user_id) AS ids, bool_and(watched_at IS NOT NULL) AS complete FROM memberships
                        WHERE tenant_id = r.tenant_id AND room_id = r.id) AS m
                    CROSS JOIN LATERAL (
                        SELECT count(*) FILTER (WHERE deleted_at IS NULL) AS comment_count, coalesce(max(number), 0) AS last_number
                        FROM comments WHERE tenant_id = r.tenant_id AND room_id = r.id) AS c)
                SELECT 'room ' || r.id AS wrong FROM rooms AS r JOIN fresh AS f USING (tenant_id, id)
                WHERE r.member_ids <> f.ids OR r.comment_count <> f.comment_count OR r.last_number <> f.last_number
                    OR (r.completed_at < 'infinity') <> f.complete OR r.group_id <> room_group(r.kind, r.show_id, f.ids)
                    OR NOT r.host_id = ANY (f.ids)
                UNION ALL
                SELECT 'membership ' || m.user_id || ' in ' || m.room_id FROM memberships AS m
                JOIN rooms AS r ON r.tenant_id = m.tenant_id AND r.id = m.room_id
                WHERE m.completed_at <> r.completed_at OR m.archive_rank <> r.archive_rank OR m.kind <> r.kind
                    OR r.member_joined_at[array_position(r.member_ids, m.user_id)] <> m.joined_at
                    OR r.member_watched_at[array_position(r.member_ids, m.user_id)] <> coalesce(m.watched_at, 'infinity')
                    OR m.unread_count <> (
                        SELECT count(*) FROM comments AS c WHERE c.tenant_id = m.tenant_id AND c.room_id = m.room_id
                            AND c.deleted_at IS NULL AND c.number > m.read_number AND c.author_id IS DISTINCT FROM m.user_id)
                UNION ALL
                SELECT 'number ' || number || ' of ' || room_id FROM (
                    SELECT room_id, number, row_number() OVER (PARTITION BY room_id ORDER BY number) AS place FROM comments) AS numbered
                WHERE number <> place
                """)
        }
        return try rows.map { try $0["wrong"] }
    }
}
