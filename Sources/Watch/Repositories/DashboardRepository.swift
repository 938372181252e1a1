import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads the dashboard and the list of groups. The view `dashboard_rooms` decides which rooms are on the dashboard, and
/// in which order.
struct DashboardRepository: Repository {
    let transaction: TenantTransaction

    /// The content of a user's dashboard: their active rooms, by group.
    struct Active: Sendable {
        /// The groups in the order of the dashboard, each with its active rooms.
        let groups: [ActiveGroup]
        /// Whether the user has more active rooms than the dashboard may show.
        let isTruncated: Bool
    }

    /// A group and its active rooms, in the order of the dashboard. All rooms of a group have the same members. They are
    /// about the same show, or all about movies, or all about custom titles.
    struct ActiveGroup: Sendable {
        let progress: GroupProgress
        let rooms: [Room]
    }

    /// A group and its latest episode, from which its next episode follows.
    struct GroupProgress: Sendable {
        let group: Group
        /// The highest season and episode among all rooms of the group, archived ones too. It is nil if the group has
        /// no room for a regular episode.
        let latest: (season: Int, episode: Int)?
    }

    /// An SQL join that adds the latest episode of each group to the first row of the group's section. `d` is the alias
    /// of the section's rows in `dashboard_rooms`.
    ///
    /// The dashboard computes a group's next episode from its latest one. Episodes of archived rooms count, specials
    /// don't.
    var latestEpisode: SQL {
        """
        LEFT JOIN LATERAL (
            SELECT e.season, e.episode FROM rooms AS e
            WHERE d.leads AND d.kind = 'tv' AND e.tenant_id = \(transaction.tenantID) AND e.group_id = d.group_id AND e.season > 0
            ORDER BY e.season DESC, e.episode DESC LIMIT 1
        ) AS latest (latest_season, latest_episode) ON true
        """
    }

    /// Returns a user's dashboard: their active rooms, by group.
    func active(of userID: UUID) async throws -> Active {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            """
            SELECT \(fragment: RoomRow.columns), leads, latest.latest_season, latest.latest_episode, active_count
            FROM dashboard_rooms AS d
            \(fragment: latestEpisode)
            WHERE d.tenant_id = \(tenant) AND d.user_id = \(userID) ORDER BY d.position
            """,
            """
            SELECT \(fragment: UserStub.columns) FROM users AS u
            WHERE u.tenant_id = \(tenant) AND u.id = ANY (ARRAY(
                SELECT DISTINCT unnest(c.member_ids) FROM (
                    SELECT member_ids FROM room_cards
                    WHERE tenant_id = \(tenant) AND user_id = \(userID) AND NOT archived
                    ORDER BY last_activity_at DESC, room_id DESC LIMIT dashboard_limit()) AS c))
            """,
        ])
        let people = try People(rows[1])
        let activeCount: Int = try rows[0].first?["active_count"] ?? 0
        return Active(
            groups: try Self.sections(rows[0]).map { try ActiveGroup($0, people) }, isTruncated: activeCount > RoomLimits.dashboard)
    }

    /// Returns one page of the user's groups, latest activity first.
    func groups(
        of userID: UUID, kind: Subject.Kind?, after: (activity: Date, group: String)?, limit: Int
    ) async throws -> [GroupCard] {
        let ofKind: SQL = kind.map { "AND kind = \($0)" } ?? ""
        let page = ListOrder("last_activity_at", "group_id", descending: true)
            .page(after: after.map { ["\($0.activity)", "\($0.group)"] }, limit: limit)
        let rows = try await transaction.query(
            """
            SELECT group_id, kind, show_id, title AS group_title, member_ids, active_count, archived_count, last_activity_at
            FROM group_cards WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) \(fragment: ofKind) \(fragment: page)
            """)
        let ids = Set(try rows.flatMap { row -> [UUID] in try row["member_ids"] })
        let people = try People(try await AccountRepository(transaction).stubs(Array(ids)))
        return try rows.map { row in
            GroupCard(
                group: try Group(row, people), activeCount: try row["active_count"], archivedCount: try row["archived_count"],
                lastActivityAt: try row["last_activity_at"])
        }
    }

    /// Splits the rows of the dashboard into sections. A row whose column `leads` is true begins a section.
    static func sections(_ rows: Rows) throws -> [[Row]] {
        try rows.reduce(into: []) { sections, row in
            let leads: Bool = try row["leads"]
            if leads { sections.append([row]) } else { sections[sections.count - 1].append(row) }
        }
    }
}

extension DashboardRepository.ActiveGroup {
    /// Makes a group from the rows of its section.
    /// - Parameter rows: the rows of one section. In the first one, the column `leads` must be true.
    init(_ rows: [Row], _ people: People) throws {
        self.init(progress: try .init(rows[0], people), rooms: try rows.map { try Room($0, people) })
    }
}

extension DashboardRepository.GroupProgress {
    /// Makes a group's progress from the first row of its section.
    /// - Parameter row: the first row of the section, in which the column `leads` is true.
    init(_ row: Row, _ people: People) throws {
        let (season, episode): (Int?, Int?) = (try row["latest_season"], try row["latest_episode"])
        self.init(group: try Group(row, people), latest: season.flatMap { season in episode.map { (season, $0) } })
    }
}
