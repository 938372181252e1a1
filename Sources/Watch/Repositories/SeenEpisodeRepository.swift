import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads which episodes the rooms of a group are about. The rooms of such a group have the same members and are about
/// the same show.
struct SeenEpisodeRepository: Repository {
    let transaction: TenantTransaction

    /// The show of one room, and the episodes of that show that the room's group has rooms for.
    struct Seen: Sendable {
        /// The id of the show; nil if the room isn't about an episode.
        let showID: Int?
        let room: RoomEpisode?
        /// The episodes that the group has rooms for. Specials are left out.
        let episodes: [RoomEpisode]
    }

    /// Returns the episodes that the room's group has rooms for; nil if the user is no member of the room.
    func seen(withRoom roomID: UUID, for userID: UUID) async throws -> Seen? {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            """
            SELECT show_id, \(fragment: Self.columns) FROM rooms
            WHERE tenant_id = \(tenant) AND id = \(roomID) AND \(userID) = ANY (member_ids)
            """,
            """
            SELECT \(fragment: Self.columns) FROM rooms
            WHERE tenant_id = \(tenant) AND season > 0
                AND group_id = (SELECT group_id FROM rooms WHERE tenant_id = \(tenant) AND id = \(roomID))
            ORDER BY season DESC, episode DESC LIMIT \(Self.limit)
            """,
        ])
        guard let room = rows[0].first else { return nil }
        let showID: Int? = try room["show_id"]
        return Seen(showID: showID, room: try showID.map { _ in try RoomEpisode(room) }, episodes: try rows[1].map(RoomEpisode.init))
    }

    /// Returns, for each of these groups, the episodes that the group has rooms for. Specials are left out.
    func seen(by groups: [String]) async throws -> [String: [RoomEpisode]] {
        let rows = try await transaction.query(
            """
            SELECT group_id, \(fragment: Self.columns) FROM rooms
            WHERE tenant_id = \(transaction.tenantID) AND group_id = ANY (\(groups)::text[]) AND season > 0
            ORDER BY season DESC, episode DESC LIMIT \(Self.limit)
            """)
        return try rows.reduce(into: [:]) { $0[try $1["group_id"], default: []].append(try RoomEpisode($1)) }
    }

    /// The maximum number of episodes to read. No group has rooms for more episodes of one show.
    private static let limit = 5000

    private static let columns: SQL = "season, episode, episode_id, episode_title"
}

extension RoomEpisode {
    init(_ row: Row) throws {
        self.init(season: try row["season"], episode: try row["episode"], id: try row["episode_id"], title: try row["episode_title"])
    }
}
