import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedDocument {
    /// Adds the dashboard to the sync feed. The dashboard's sections hold only ids of rooms, because the same feed
    /// returns the rooms themselves.
    static let dashboard = FeedDocument(
        feature: .watch,
        statements: { [DashboardRepository($0).outlineQuery(for: $1)] },
        value: { rows, caller, useCases in
            let sections = try DashboardRepository.outline(rows[0])
            let next = try await ChooseNextEpisodes(database: useCases.database, guide: useCases.services[MediaGuide.self])(
                sections.map(\.progress), for: caller)
            let groups = await useCases.pictured(sections.map { $0.progress.group })
            return DashboardOutline(
                sections: zip(groups, sections).map { group, section in
                    .init(group: group, roomIDs: section.roomIDs, nextEpisode: next[group.id])
                })
        },
        add: { $0.dashboard = $1 })
}

extension DashboardRepository {
    /// A section of the dashboard with the ids of its rooms, but without the rooms themselves.
    struct Outlined: Sendable {
        let progress: GroupProgress
        /// The ids of the section's active rooms, in the order of the dashboard.
        let roomIDs: [UUID]
    }

    /// Returns the query for the sections of a user's dashboard. `outline` decodes its rows. Only the first row of a
    /// section has the section's people.
    func outlineQuery(for userID: UUID) -> SQL {
        """
        SELECT d.room_id, d.group_id, d.kind, d.show_id, d.group_title, d.member_ids, d.leads,
            latest.latest_season, latest.latest_episode, people.*
        FROM dashboard_rooms AS d
        \(fragment: latestEpisode)
        \(fragment: People.joined(to: "d", in: transaction.tenantID, where: "d.leads"))
        WHERE d.tenant_id = \(transaction.tenantID) AND d.user_id = \(userID) ORDER BY d.position
        """
    }

    /// Makes the sections, in the order of the dashboard, from the rows of the query that `outlineQuery` returned.
    static func outline(_ rows: Rows) throws -> [Outlined] {
        try sections(rows).map { rows in
            Outlined(progress: try GroupProgress(rows[0], People(joinedTo: rows[0])), roomIDs: try rows.map { try $0["room_id"] })
        }
    }
}
