import Postgres

// What every community takes along that moves (rules.md 15).

extension [MovedTable] {
    static let accounts = [
        MovedTable(MovedTable.tenants, houseColumns: ["slug", "suspended_at", "throttle_key", "sync_key"]),
        MovedTable(MovedTable.hosts),
        MovedTable("tenant_limits"),
        // Nothing that anybody types is hashed to this.
        MovedTable("users", secrets: ["password_hash": "''"]),
        MovedTable("avatars"),
        MovedTable("sessions", isSecret: true),
        MovedTable("feedback", secrets: ["request_digest": "''"]),
        // That it went and came is what one house has done and another hasn't.
        MovedTable("audit_entries", where: "m.event NOT IN ('tenant.exported', 'tenant.imported', 'tenant.deleted')", moment: "at"),
    ]

    static let people = [
        MovedTable("friendships"), MovedTable("friend_requests"), MovedTable("blocks"),
        MovedTable("muted_people"), MovedTable("muted_words"),
        // Nobody knows the code of such a digest.
        MovedTable("invites", secrets: ["code_digest": "sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))"]),
        MovedTable("invite_redemptions"),
    ]

    static let notifications = [
        MovedTable("devices", isSecret: true), MovedTable("notification_preferences"),
    ]
}
