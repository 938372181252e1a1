import DavenportAPI
import Domain
import Foundation
import Postgres

extension InvitedRooms {
    /// The rooms into which invites lead: those that the invite's maker is in.
    static let watch = InvitedRooms(
        .watch,
        rooms: { transaction, ids, memberID in
            """
            SELECT r.id, \(fragment: RoomRepository.titleWithoutEpisode) AS title,
                cardinality(r.member_ids) >= \(RoomLimits.members) AS is_full
            FROM unnest(\(ids)::uuid[]) WITH ORDINALITY AS named (id, place)
            JOIN rooms AS r ON r.tenant_id = \(transaction.tenantID) AND r.id = named.id AND \(memberID) = ANY (r.member_ids)
            ORDER BY named.place
            """
        },
        posters: { useCases, ids, visitor in
            guard !ids.isEmpty, useCases.guide != nil else { return [:] }
            let subjects = try await useCases.database.transaction(for: visitor, .singleRoundTrip) {
                try await RoomRepository($0).subjects(of: ids)
            }
            return await AddPictures(guide: useCases.guide).posters(of: subjects)
        })
}

extension RoomRepository {
    /// The SQL expression for what a room of `rooms AS r` is about, such as `Severance S1E4`, without an episode's title.
    static let titleWithoutEpisode: SQL =
        "coalesce(r.show_title, r.title) || CASE r.kind WHEN 'tv' THEN ' S' || r.season || 'E' || r.episode ELSE '' END"

    /// Returns what rooms are about, by their ids.
    fileprivate func subjects(of roomIDs: [UUID]) async throws -> [UUID: Subject] {
        let rows = try await transaction.query(
            """
            SELECT id, kind, show_id, season, episode, show_title, episode_title, movie_id, title FROM rooms
            WHERE tenant_id = \(transaction.tenantID) AND id = ANY (\(roomIDs)::uuid[])
            """)
        return try rows.reduce(into: [:]) { subjects, row in
            let id: UUID = try row["id"]
            subjects[id] = try Subject(row)
        }
    }
}
