import DavenportAPI
import Domain
import Foundation
import Postgres

extension InvitedRooms {
    /// The rooms into which invites lead: those that the invite's maker is in.
    static let watch = InvitedRooms(.watch) { transaction, ids, memberID in
        """
        SELECT r.id, \(fragment: RoomRepository.titleWithoutEpisode) AS title, cardinality(r.member_ids) >= \(RoomLimits.members) AS is_full
        FROM unnest(\(ids)::uuid[]) WITH ORDINALITY AS named (id, place)
        JOIN rooms AS r ON r.tenant_id = \(transaction.tenantID) AND r.id = named.id AND \(memberID) = ANY (r.member_ids)
        ORDER BY named.place
        """
    }
}

extension RoomRepository {
    /// The SQL expression for what a room of `rooms AS r` is about, such as `Severance S1E4`, without an episode's title.
    static let titleWithoutEpisode: SQL =
        "coalesce(r.show_title, r.title) || CASE r.kind WHEN 'tv' THEN ' S' || r.season || 'E' || r.episode ELSE '' END"
}
