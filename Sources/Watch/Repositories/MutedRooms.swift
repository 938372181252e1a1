import DavenportAPI
import Domain
import Foundation
import Postgres

extension Muting {
    /// Lets a user mute rooms that they are in.
    static let rooms = Muting(.rooms, refusal: "must only contain rooms that you are in", muted: MutedRooms.muted, mute: MutedRooms.mute)
}

/// Reads and changes which rooms a user mutes. The membership's row holds whether its room is muted.
private enum MutedRooms {
    static func muted(_ transaction: TenantTransaction, by userID: UUID) -> SQL {
        """
        SELECT room_id AS id FROM memberships WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND muted
        ORDER BY joined_at, room_id
        """
    }

    /// Returns the statements by which the user mutes the given rooms and unmutes all others.
    ///
    /// The statements lock the rooms first, in the order of the ids, as every transaction does that changes
    /// memberships. So they can't deadlock.
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
