import DavenportAPI
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
        let rows = try await transaction.query(
            """
            SELECT \(fragment: RoomRow.columns) FROM (
                (\(fragment: active(selection))) UNION ALL (\(fragment: archived(selection)))
            ) AS listed
            ORDER BY last_activity_at DESC, room_id DESC LIMIT \(selection.limit)
            """)
        let ids = Set(try rows.flatMap { row -> [UUID] in try row["member_ids"] })
        let people = try RoomRow.people(try await AccountRepository(transaction).stubs(Array(ids)))
        return try rows.map { try Room($0, people) }
    }

    private func active(_ selection: Selection) -> SQL {
        """
        SELECT \(fragment: RoomRow.columns) FROM room_cards AS c
        WHERE \(selection.active) AND NOT c.archived AND \(fragment: conditions(selection))
            AND kind = ANY (\(selection.kinds.map(\.rawValue))::text[]) \(fragment: beyond(selection, "last_activity_at"))
        """
    }

    private func archived(_ selection: Selection) -> SQL {
        if selection.group != nil {
            return """
                SELECT \(fragment: RoomRow.columns) FROM archived_rooms AS c
                WHERE \(selection.archived) AND \(fragment: conditions(selection))
                    AND kind = ANY (\(selection.kinds.map(\.rawValue))::text[]) \(fragment: beyond(selection, "group_archive_rank"))
                ORDER BY group_archive_rank DESC, room_id DESC LIMIT \(selection.limit)
                """
        }
        return """
            SELECT \(fragment: RoomRow.columns) FROM unnest(\(selection.kinds.map(\.rawValue))::text[]) AS wanted, LATERAL (
                SELECT * FROM archived_rooms AS c
                WHERE \(selection.archived) AND c.kind = wanted AND \(fragment: conditions(selection))
                    \(fragment: beyond(selection, "archive_rank"))
                ORDER BY archive_rank DESC, room_id DESC LIMIT \(selection.limit)
            ) AS c
            """
    }

    private func conditions(_ selection: Selection) -> SQL {
        let mine: SQL = "c.tenant_id = \(transaction.tenantID) AND c.user_id = \(selection.userID)"
        return selection.group.map { "\(fragment: mine) AND c.group_id = \($0)" } ?? mine
    }

    /// - Parameter rank: the column that stands for the latest activity in the index at hand.
    private func beyond(_ selection: Selection, _ rank: String) -> SQL {
        selection.after.map { "AND (\(unsafeRaw: rank), room_id) < (\($0.activity), \($0.roomID))" } ?? ""
    }
}
