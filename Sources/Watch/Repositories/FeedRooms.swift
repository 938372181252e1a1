import DavenportAPI
import Domain
import Foundation
import Postgres

/// Finds the user's rooms that a page of the sync feed needs.
///
/// The first statement of the transaction stores the rooms' ids in the transaction's setting `app.feed_rooms`. Later
/// statements read the ids from there instead of searching again.
struct FeedRooms {
    let scope: FeedScope

    private var tenant: UUID { scope.transaction.tenantID }

    /// The condition for the rows of `room_cards` that belong to the user.
    private var mine: SQL { "tenant_id = \(tenant) AND user_id = \(scope.userID)" }

    /// The statement that stores the ids of the rooms that have changed since the client's last sync.
    ///
    /// The view has transaction ids of the latest changes. An unfinished room has one for the room itself, one for the
    /// user's membership and one for the user's position. A finished room has a single one for all, so each kind of room
    /// has its own query.
    var changed: SQL {
        """
        SELECT set_config('app.feed_rooms', coalesce(string_agg(room_id::text, ','), ''), true) FROM (
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND finished_at = 'infinity'
                AND (\(fragment: scope.isUnsynced("room_xid")) OR \(fragment: scope.isUnsynced("member_xid"))
                    OR \(fragment: scope.isUnsynced("position_xid")))
            UNION ALL
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND \(fragment: scope.isUnsynced("archive_xid"))
        ) AS changed
        """
    }

    /// Returns the statement that stores the ids of all rooms that aren't archived. A full sync returns all comments of
    /// these rooms.
    /// - Parameter roomID: another room whose id is stored even if it is archived: the one within which the previous
    ///   page ended.
    func active(and roomID: UUID?) -> SQL {
        """
        SELECT set_config('app.feed_rooms', coalesce(string_agg(room_id::text, ','), ''), true) FROM (
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND NOT archived
            UNION SELECT id FROM (VALUES (\(roomID)::uuid)) AS other (id) WHERE id IS NOT NULL
        ) AS active
        """
    }

    /// Returns a FROM item with the user's rows of `room_cards` for the rooms whose ids the transaction has stored.
    ///
    /// Each row is looked up by the room's id. So if few rooms have changed, the query doesn't scan the thousands of
    /// rooms that a user may be in.
    /// - Parameters:
    ///   - roomID: the room at which to begin; nil for all. Rooms of previous pages aren't looked up again.
    ///   - isIncluded: whether the room `roomID` itself is included.
    func noted(from roomID: UUID?, isIncluded: Bool = false) -> SQL {
        let place: SQL = roomID.map { isIncluded ? "WHERE noted.id >= \($0)" : "WHERE noted.id > \($0)" } ?? ""
        return """
            (
                SELECT card.* FROM unnest(string_to_array(current_setting('app.feed_rooms', true), ',')::uuid[]) AS noted (id)
                CROSS JOIN LATERAL (SELECT * FROM room_cards WHERE \(fragment: mine) AND room_id = noted.id LIMIT 1) AS card
                \(fragment: place)
            ) AS noted
            """
    }

    /// The condition for the rows of `room_cards` that belong to the user. A full sync uses this condition alone,
    /// because it reads the user's rooms without storing their ids first.
    var isMine: SQL { mine }
}
