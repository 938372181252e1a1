import DavenportAPI
import Foundation
import Postgres

/// The dashboard, as the view `dashboard_rooms` decides it.
struct DashboardRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Somebody's sections in their order.
    func sections(of userID: UUID) async throws -> [Dashboard.Section] {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            """
            SELECT \(fragment: RoomRow.columns), leads, latest_season, latest_episode FROM dashboard_rooms
            WHERE tenant_id = \(tenant) AND user_id = \(userID) ORDER BY position
            """,
            """
            SELECT \(fragment: UserStub.columns) FROM users AS u
            WHERE u.tenant_id = \(tenant) AND u.id IN (
                SELECT unnest(c.member_ids) FROM room_cards AS c
                WHERE c.tenant_id = \(tenant) AND c.user_id = \(userID) AND NOT c.archived)
            """,
        ])
        let people = try RoomRow.people(rows[1])
        return try Self.sections(rows[0]).map { try Dashboard.Section($0, people) }
    }

    /// The rows of each section together; `leads` begins one.
    private static func sections(_ rows: Rows) throws -> [[Row]] {
        try rows.reduce(into: []) { sections, row in
            let leads: Bool = try row["leads"]
            if leads { sections.append([row]) } else { sections[sections.count - 1].append(row) }
        }
    }
}

extension Dashboard.Section {
    /// - Parameter rows: at least one, the leading one first.
    init(_ rows: [Row], _ people: [UUID: UserStub]) throws {
        let latestSeason: Int? = try rows[0]["latest_season"]
        let latestEpisode: Int? = try rows[0]["latest_episode"]
        var next: NextEpisode?
        if let latestSeason, let latestEpisode { next = NextEpisode(after: latestEpisode, season: latestSeason) }
        self.init(group: try Group(rows[0], people), rooms: try rows.map { try Room($0, people) }, nextEpisode: next)
    }
}

extension NextEpisode {
    /// Where no catalogue knows better: the next number of the same season, untitled (rules.md 7).
    init(after episode: Int, season: Int) {
        self.init(season: season, episode: episode + 1, title: nil)
    }
}
