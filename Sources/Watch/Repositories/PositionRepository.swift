import DavenportAPI
import Domain
import Foundation
import Postgres

/// Writes the positions of a tenant's people in their rooms. The view `room_cards` reads them.
///
/// A statement locks the membership before the position, as marking a room as watched does. So nobody who has watched
/// keeps a position, and the two can't deadlock.
struct PositionRepository: Repository {
    let transaction: TenantTransaction

    /// What became of a new position.
    enum Outcome: Sendable {
        /// The position is set. The room is as its member sees it now.
        case set(Room)
        /// The user has marked the room as watched, so they can't have a position.
        case hasWatched
        case noMember
    }

    /// Sets a member's position in a room.
    func set(_ roomID: UUID, of userID: UUID, seconds: Int, running: Bool) async throws -> Outcome {
        let tenant = transaction.tenantID
        let rooms = RoomRepository(transaction)
        let rows = try await transaction.pipeline(
            [
                """
                WITH mine AS (
                    SELECT watched_at IS NOT NULL AS has_watched FROM memberships
                    WHERE tenant_id = \(tenant) AND room_id = \(roomID) AND user_id = \(userID)
                    FOR SHARE
                ), placed AS (
                    INSERT INTO positions (tenant_id, room_id, user_id, seconds, running, set_at)
                    SELECT \(tenant), \(roomID), \(userID), \(seconds), \(running), \(transaction.now) FROM mine WHERE NOT has_watched
                    ON CONFLICT (tenant_id, user_id, room_id) DO UPDATE
                    SET seconds = excluded.seconds, running = excluded.running, set_at = excluded.set_at
                )
                SELECT has_watched FROM mine
                """
            ] + rooms.card(roomID, for: userID))
        guard let mine = rows[0].first, let room = try rooms.room(from: Array(rows[1...])) else { return .noMember }
        if try mine["has_watched"] { return .hasWatched }
        transaction.touch([userID])
        return .set(room)
    }

    /// Deletes a member's position in a room, if there is one.
    /// - Returns: whether the user is a member of the room.
    func delete(_ roomID: UUID, of userID: UUID) async throws -> Bool {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            WITH mine AS (
                SELECT user_id FROM memberships
                WHERE tenant_id = \(tenant) AND room_id = \(roomID) AND user_id = \(userID)
                FOR NO KEY UPDATE
            ), gone AS (
                DELETE FROM positions AS p USING mine
                WHERE p.tenant_id = \(tenant) AND p.room_id = \(roomID) AND p.user_id = mine.user_id
            )
            SELECT user_id FROM mine
            """)
        transaction.touch([userID])
        return !rows.isEmpty
    }
}
