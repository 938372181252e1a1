import Domain
import Postgres

// What of rooms goes along with a tenant that moves (rules.md 15).

extension [MovedTable] {
    static let watch = [
        MovedTable(
            "rooms", secrets: ["request_digest": "''"],
            parts: [
                MovedTable("memberships"),
                // Those of rooms that are gone are for cursors of the old house.
                MovedTable(
                    "former_members", where: "EXISTS (SELECT FROM rooms AS r WHERE r.tenant_id = m.tenant_id AND r.id = m.room_id)"),
                MovedTable("comments", by: ["room_id", "number"], secrets: ["request_digest": "''"]),
            ]),
        MovedTable("deleted_rooms"),
    ]
}
