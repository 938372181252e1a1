import DavenportAPI
import Domain
import Foundation
import Postgres

/// Lists of somebody's rooms, by latest activity, latest first.
struct RoomListRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Which rooms, and where to go on.
    struct Selection: Sendable {
        let userID: UUID
        let kinds: [Subject.Kind]
        let group: String?
        let active: Bool
        let archived: Bool
        /// The last room of the page before.
        let after: (activity: Date, roomID: UUID)?
        let limit: Int
    }

    /// Rooms in order. The active ones are few; of the archive only as much is read as the page takes, by its own indexes.
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

    /// `OFFSET 0` has the planner begin with the person's few, and not look for them among all rooms in the order of activity.
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

    /// One person's archive has an index for each kind; one group's has its own.
    private func archived(_ selection: Selection) -> [SQL] {
        if selection.group != nil {
            let wanted: SQL = "kind = ANY (\(selection.kinds.map(\.rawValue))::text[])"
            return [archive(selection, "archived_group_rooms", "group_archive_rank", wanted)]
        }
        return selection.kinds.map { archive(selection, "archived_rooms", "archive_rank", "kind = \($0)") }
    }

    /// - Parameters:
    ///   - view: of the archive, in the order of `rank`, which stands for the latest activity there.
    ///   - narrowing: what else the index is asked for.
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

    /// The rank alone bounds the index, where the pair reaches over two tables.
    private func beyond(_ selection: Selection, _ rank: String) -> SQL {
        selection.after.map {
            "AND \(unsafeRaw: rank) <= \($0.activity) AND (\(unsafeRaw: rank), room_id) < (\($0.activity), \($0.roomID))"
        } ?? ""
    }
}
