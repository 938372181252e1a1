import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedDocument {
    /// The dashboard in the sync feed. It holds only the ids of rooms, because the feed returns the rooms themselves beside
    /// it.
    static let dashboard = FeedDocument(
        feature: .watch,
        statements: { [DashboardRepository($0).outlined(for: $1)] },
        value: { rows, caller, dependencies in
            let sections = try DashboardRepository.outline(rows[0])
            let next = try await ChooseNextEpisodes(database: dependencies.database, guide: dependencies.services[MediaGuide.self])(
                sections.map(\.progress), for: caller)
            return DashboardOutline(
                sections: sections.map { section in
                    let group = section.progress.group
                    return .init(group: group, roomIDs: section.roomIDs, nextEpisode: next[group.id])
                })
        },
        tell: { $0.dashboard = $1 })
}

extension DashboardRepository {
    /// A section of the dashboard without its rooms.
    struct Outlined: Sendable {
        let progress: GroupProgress
        /// The ids of the section's active rooms, in their order.
        let roomIDs: [UUID]
    }

    /// Returns the query from whose rows `outline` makes the sections. It reads the people of each section once.
    func outlined(for userID: UUID) -> SQL {
        """
        SELECT d.room_id, d.group_id, d.kind, d.show_id, d.group_title, d.member_ids, d.leads,
            latest.latest_season, latest.latest_episode, people.*
        FROM dashboard_rooms AS d
        \(fragment: latestEpisode)
        \(fragment: People.joined(to: "d", in: transaction.tenantID, where: "d.leads"))
        WHERE d.tenant_id = \(transaction.tenantID) AND d.user_id = \(userID) ORDER BY d.position
        """
    }

    /// Makes the sections, in their order, from the rows of `outlined`.
    static func outline(_ rows: Rows) throws -> [Outlined] {
        try sections(rows).map { rows in
            Outlined(progress: try GroupProgress(rows[0], People(joinedTo: rows[0])), roomIDs: try rows.map { try $0["room_id"] })
        }
    }
}
