import DavenportAPI
import Domain
import Foundation
import Postgres

/// Lists a user's rooms, latest activity first (rule 7.7).
struct RoomListRepository: Repository {
    let transaction: TenantTransaction

    /// The filter of a list of rooms and the position at which the page begins.
    struct Selection: Sendable {
        let userID: UUID
        let kinds: [Subject.Kind]
        let group: String?
        let active: Bool
        let archived: Bool
        /// The latest activity and the id of the last room of the previous page; nil for the first page.
        let after: (activity: Date, roomID: UUID)?
        let limit: Int
    }

    /// Returns one page of the user's rooms, with latest activity first.
    ///
    /// A user has few active rooms, so all of them are read. The archive may be long and has its own indexes, so that
    /// only one page of it is read.
    func rooms(_ selection: Selection) async throws -> [Room] {
        let parts = (selection.active ? [active(selection)] : []) + (selection.archived ? archived(selection) : [])
        let union = parts.dropFirst().reduce(parts[0]) { "\(fragment: $0) UNION ALL \(fragment: $1)" }
        let rows = try await transaction.query(
            """
            SELECT \(fragment: RoomRow.columns) FROM (\(fragment: union)) AS listed
            ORDER BY last_activity_at DESC, room_id DESC LIMIT \(selection.limit)
            """)
        let ids = Set(try rows.flatMap { row -> [UUID] in try row["member_ids"] })
        let people = try People(try await AccountRepository(transaction).stubs(Array(ids)))
        return try rows.map { try Room($0, people) }
    }

    /// Returns the query for active rooms.
    ///
    /// `OFFSET 0` makes the planner begin with the user's few rooms. Otherwise it may scan the tenant's rooms in the
    /// order of activity.
    private func active(_ selection: Selection) -> SQL {
        """
        (SELECT \(fragment: RoomRow.columns) FROM (
            SELECT \(fragment: RoomRow.columns) FROM room_cards
            WHERE NOT archived AND \(fragment: mine(selection)) AND kind = ANY (\(selection.kinds.map(\.rawValue))::text[])
                \(fragment: group(selection)) \(fragment: beyond(selection, "last_activity_at"))
            OFFSET 0) AS mine
        ORDER BY last_activity_at DESC, room_id DESC LIMIT \(selection.limit))
        """
    }

    /// Returns the queries for archived rooms.
    ///
    /// The index of a user's archive begins with the kind of subject, so there is one query for each kind. The index of
    /// a group's archive doesn't, so one query finds all kinds.
    private func archived(_ selection: Selection) -> [SQL] {
        if selection.group != nil {
            let wanted: SQL = "kind = ANY (\(selection.kinds.map(\.rawValue))::text[])"
            return [archive(selection, "archived_group_rooms", "group_archive_rank", wanted)]
        }
        return selection.kinds.map { archive(selection, "archived_rooms", "archive_rank", "kind = \($0)") }
    }

    /// Returns the query for archived rooms of one view.
    /// - Parameters:
    ///   - view: a view of the archive, sorted by `rank`.
    ///   - rank: the column that equals the latest activity of an archived room.
    ///   - narrowing: an additional condition on columns that the view's index contains.
    private func archive(_ selection: Selection, _ view: String, _ rank: String, _ narrowing: SQL) -> SQL {
        """
        (SELECT \(fragment: RoomRow.columns) FROM \(unsafeRaw: view)
        WHERE \(fragment: narrowing) AND \(fragment: mine(selection)) \(fragment: group(selection)) \(fragment: beyond(selection, rank))
        ORDER BY \(unsafeRaw: rank) DESC, room_id DESC LIMIT \(selection.limit))
        """
    }

    private func mine(_ selection: Selection) -> SQL {
        "tenant_id = \(transaction.tenantID) AND user_id = \(selection.userID)"
    }

    private func group(_ selection: Selection) -> SQL {
        selection.group.map { "AND group_id = \($0)" } ?? ""
    }

    /// Returns the condition for rooms after the previous page.
    ///
    /// The condition compares the pair of `rank` and id, and also `rank` alone. The planner can bound an index scan
    /// only by the latter, because the columns of the pair belong to two tables.
    private func beyond(_ selection: Selection, _ rank: String) -> SQL {
        selection.after.map {
            "AND \(unsafeRaw: rank) <= \($0.activity) AND (\(unsafeRaw: rank), room_id) < (\($0.activity), \($0.roomID))"
        } ?? ""
    }
}
