import DavenportAPI
import Foundation
import Postgres
import TestSupport

extension Simulation {
    /// Compares all users' dashboards and archives, and the outbox.
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

    /// Formats a section as the model does.
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
        let rows = try await server.rows(
            """
            SELECT kind, actor_id, recipient_id, about_id, coalesce(count, 0) AS count, due_at
            FROM notifications WHERE state = 'pending'
            """)
        return try rows.map { row in
            let (room, count, due): (UUID, Int, Date) = (try row["about_id"], try row["count"], try row["due_at"])
            let kind: String = try row["kind"]
            let milliseconds = Int((due.timeIntervalSince1970 * 1000).rounded())
            return "\(kind) \(number(try row["actor_id"]))>\(number(try row["recipient_id"])) \(room) \(count) \(milliseconds)"
        }.sorted()
    }
}
