import DavenportAPI
import Domain
import Foundation
import Postgres

/// Which of somebody's rooms a page of the feed is about, noted in the transaction by its first statement, so that those behind it need not
/// look for them again.
struct FeedRooms {
    let scope: FeedScope

    private var tenant: UUID { scope.transaction.tenantID }

    /// What the page is about of the view `room_cards`.
    private var mine: SQL { "tenant_id = \(tenant) AND user_id = \(scope.userID)" }

    /// Notes the rooms in which anything has changed: unfinished ones by the stamps of room and membership, finished ones by the one stamp
    /// that stands for both.
    var changed: SQL {
        """
        SELECT set_config('app.feed_rooms', coalesce(string_agg(room_id::text, ','), ''), true) FROM (
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND finished_at = 'infinity'
                AND (\(fragment: scope.isUntold("room_xid")) OR \(fragment: scope.isUntold("member_xid")))
            UNION ALL
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND \(fragment: scope.isUntold("archive_xid"))
        ) AS changed
        """
    }

    /// Notes the rooms that are not archived, all of whose comments are told where everything is, and one besides.
    func active(and roomID: UUID?) -> SQL {
        """
        SELECT set_config('app.feed_rooms', coalesce(string_agg(room_id::text, ','), ''), true) FROM (
            SELECT room_id FROM room_cards WHERE \(fragment: mine) AND NOT archived
            UNION SELECT id FROM (VALUES (\(roomID)::uuid)) AS other (id) WHERE id IS NOT NULL
        ) AS active
        """
    }

    /// The person's rows of `room_cards` that are noted, to be read from. Each is looked up by itself: where few rooms have changed, nobody
    /// walks the thousands that somebody may be in.
    /// - Parameters:
    ///   - roomID: from which on, nil for all: the rooms of the pages before aren't looked up again.
    ///   - isIncluded: whether this one counts too.
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

    /// Whether a row of `room_cards` is the person's, whatever was noted.
    var isMine: SQL { mine }
}
