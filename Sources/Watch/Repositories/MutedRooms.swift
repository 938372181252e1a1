import DavenportAPI
import Domain
import Foundation
import Postgres

extension Muting {
    /// The rooms that somebody is in.
    static let rooms = Muting(.rooms, refusal: "must hold rooms that you are in", muted: MutedRooms.muted, mute: MutedRooms.mute)
}

/// The rooms that people mute, as their memberships say.
private enum MutedRooms {
    static func muted(_ transaction: TenantTransaction, by userID: UUID) -> SQL {
        """
        SELECT room_id AS id FROM memberships WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND muted
        ORDER BY joined_at, room_id
        """
    }

    /// The rooms are locked in the order of their ids, as whatever changes a membership does first.
    static func mute(_ transaction: TenantTransaction, by userID: UUID, _ rooms: [UUID]) -> [SQL] {
        let tenant = transaction.tenantID
        let changing: SQL = "tenant_id = \(tenant) AND user_id = \(userID) AND muted <> (room_id = ANY (\(rooms)))"
        return [
            """
            SELECT FROM rooms WHERE tenant_id = \(tenant) AND id IN (SELECT room_id FROM memberships WHERE \(fragment: changing))
            ORDER BY id FOR NO KEY UPDATE
            """,
            "UPDATE memberships SET muted = NOT muted WHERE \(fragment: changing)",
        ]
    }
}
