import DavenportAPI
import Domain
import Foundation
import Postgres

/// The user's rooms that a page of the sync feed is about.
///
/// The first statement of the transaction notes them in a setting, so that later statements don't search for them again.
struct FeedRooms {
    let scope: FeedScope

    private var tenant: UUID { scope.transaction.tenantID }

    /// The condition for the user's rows of the view `room_cards`.
    private var mine: SQL { "tenant_id = \(tenant) AND user_id = \(scope.userID)" }

    /// The statement that notes the rooms in which something has changed.
    ///
    /// Unfinished rooms have a stamp on the room and one on the membership. Finished ones have a single stamp for both.
    var changed: SQL {
        """
        SELECT set_config('app.feed_rooms', coalesce(string_agg(room_id::text, ','), ''), true) FROM (
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND finished_at = 'infinity'
                AND (\(fragment: scope.isUnsynced("room_xid")) OR \(fragment: scope.isUnsynced("member_xid")))
            UNION ALL
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND \(fragment: scope.isUnsynced("archive_xid"))
        ) AS changed
        """
    }

    /// Returns the statement that notes the rooms that aren't archived, and one more. A full sync returns all comments of
    /// these rooms.
    func active(and roomID: UUID?) -> SQL {
        """
        SELECT set_config('app.feed_rooms', coalesce(string_agg(room_id::text, ','), ''), true) FROM (
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND NOT archived
            UNION SELECT id FROM (VALUES (\(roomID)::uuid)) AS other (id) WHERE id IS NOT NULL
        ) AS active
        """
    }

    /// Returns the user's noted rows of `room_cards`, as a FROM item.
    ///
    /// Each row is looked up by itself. So if few rooms have changed, the query doesn't scan the thousands that a user
    /// may be in.
    /// - Parameters:
    ///   - roomID: the room at which to begin; nil for all. Rooms of previous pages aren't looked up again.
    ///   - isIncluded: whether the room itself is included.
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

    /// The condition for the user's rows of `room_cards`, whether noted or not.
    var isMine: SQL { mine }
}
