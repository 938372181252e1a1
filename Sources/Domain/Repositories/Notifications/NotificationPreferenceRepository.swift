import DavenportAPI
import Foundation
import Postgres

/// What a tenant's people want to be told, and when.
struct NotificationPreferenceRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    func preferences(of userID: UUID) async throws -> NotificationPreferences {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            """
            SELECT muted, time_zone, to_char(quiet_from, 'HH24:MI') AS quiet_from, to_char(quiet_to, 'HH24:MI') AS quiet_to
            FROM notification_preferences WHERE tenant_id = \(tenant) AND user_id = \(userID)
            """,
            """
            SELECT room_id FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID) AND muted ORDER BY joined_at, room_id
            """,
        ])
        let rooms: [UUID] = try rows[1].map { try $0["room_id"] }
        guard let row = rows[0].first else {
            return NotificationPreferences(muted: [], mutedRooms: rooms, timeZone: nil, quietHours: nil)
        }
        let muted: [String] = try row["muted"]
        let (from, to): (String?, String?) = (try row["quiet_from"], try row["quiet_to"])
        return NotificationPreferences(
            muted: muted.map(NotificationKind.init(rawValue:)), mutedRooms: rooms, timeZone: try row["time_zone"],
            quietHours: QuietHours(from: from, to: to))
    }

    /// The time zones that PostgreSQL knows, by IANA's names. It reads hundreds of files for them: see `TimeZoneNames`. Some are no places but
    /// settings of the machine.
    func timeZoneNames() async throws -> Set<String> {
        let settings: Set = ["Factory", "localtime", "posixrules"]
        return Set(try await transaction.query("SELECT name FROM pg_timezone_names").map { try $0["name"] }).subtracting(settings)
    }

    /// Sets all of it. The rooms are locked in the order of their ids, as whatever changes a membership does first.
    /// - Returns: whether the person is in each of the rooms.
    func set(_ preferences: NewNotificationPreferences, for userID: UUID) async throws -> Bool {
        let (tenant, rooms) = (transaction.tenantID, preferences.mutedRooms)
        let rows = try await transaction.pipeline([
            """
            SELECT FROM rooms WHERE tenant_id = \(tenant) AND id IN (
                SELECT room_id FROM memberships
                WHERE tenant_id = \(tenant) AND user_id = \(userID) AND muted <> (room_id = ANY (\(rooms))))
            ORDER BY id FOR NO KEY UPDATE
            """,
            """
            UPDATE memberships SET muted = NOT muted
            WHERE tenant_id = \(tenant) AND user_id = \(userID) AND muted <> (room_id = ANY (\(rooms)))
            """,
            """
            INSERT INTO notification_preferences AS p (tenant_id, user_id, muted, time_zone, quiet_from, quiet_to)
            VALUES (\(tenant), \(userID), \(preferences.muted.map(\.rawValue)), \(preferences.timeZone),
                \(preferences.quietHours?.from.description)::time, \(preferences.quietHours?.to.description)::time)
            ON CONFLICT (tenant_id, user_id) DO UPDATE
            SET muted = excluded.muted, time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
            """,
            "SELECT count(*) AS count FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID) AND muted",
        ])
        let count: Int = try rows[3].first?["count"] ?? 0
        return count == rooms.count
    }
}

extension QuietHours {
    fileprivate init?(from: String?, to: String?) {
        guard let from = from.flatMap(TimeOfDay.init), let to = to.flatMap(TimeOfDay.init) else { return nil }
        self.init(from: from, to: to)
    }
}
