import DavenportAPI
import Foundation
import Postgres

/// Reads and writes which notifications users want to get, and when.
struct NotificationPreferenceRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the preferences of a user.
    /// - Parameter mutings: what users can mute one by one, in all areas.
    func preferences(of userID: UUID, _ mutings: [Muting]) async throws -> NotificationPreferences {
        let rows = try await transaction.pipeline([stored(of: userID)] + mutings.map { $0.muted(transaction, userID) })
        let things = try zip(mutings, rows.dropFirst()).reduce(into: [:]) { $0[$1.0.thing] = try $1.1.map { try $0["id"] as UUID } }
        return try Self.preferences(rows[0], things: things)
    }

    /// Returns the query for the stored preferences of a user. It doesn't read what the user muted one by one.
    func stored(of userID: UUID) -> SQL {
        """
        SELECT muted, time_zone, to_char(quiet_from, 'HH24:MI') AS quiet_from, to_char(quiet_to, 'HH24:MI') AS quiet_to
        FROM notification_preferences WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)
        """
    }

    /// Decodes preferences.
    /// - Parameters:
    ///   - rows: the result of the query `stored`.
    ///   - things: the ids of what the user muted one by one, such as rooms.
    static func preferences(_ rows: Rows, things: [MutedThing: [UUID]]) throws -> NotificationPreferences {
        guard let row = rows.first else {
            return NotificationPreferences(muted: [], mutedThings: things, timeZone: nil, quietHours: nil)
        }
        let muted: [String] = try row["muted"]
        let (from, to): (String?, String?) = (try row["quiet_from"], try row["quiet_to"])
        return NotificationPreferences(
            muted: muted.map(NotificationKind.init(rawValue:)), mutedThings: things, timeZone: try row["time_zone"],
            quietHours: QuietHours(from: from, to: to))
    }

    /// Returns the names of the time zones that users may set. PostgreSQL reads hundreds of files for this query, so
    /// `TimeZoneNames` caches the result.
    func timeZoneNames() async throws -> Set<String> {
        Set(try await transaction.query("SELECT name FROM time_zone_names()").map { try $0["name"] })
    }

    /// Replaces all preferences of a user, and reschedules what is sent at the user's local time.
    ///
    /// What the user mutes one by one is written first, because the statements that write it take locks that must come
    /// before locks of the user's own rows.
    func set(_ preferences: NewNotificationPreferences, for userID: UUID, _ mutings: [Muting]) async throws {
        let tenant = transaction.tenantID
        transaction.touch([userID])
        let stored: SQL = """
            INSERT INTO notification_preferences AS p (tenant_id, user_id, muted, time_zone, quiet_from, quiet_to)
            VALUES (\(tenant), \(userID), \(preferences.muted.map(\.rawValue)), \(preferences.timeZone),
                \(preferences.quietHours?.from.description)::time, \(preferences.quietHours?.to.description)::time)
            ON CONFLICT (tenant_id, user_id) DO UPDATE
            SET muted = excluded.muted, time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
            """
        let muting = mutings.flatMap { $0.mute(transaction, userID, preferences.mutedThings[$0.thing] ?? []) }
        let clocks = LocalNoticeRepository(transaction, of: userID)
        let digest = EmailAddressRepository(transaction).digestMoved(of: userID, to: preferences.timeZone)
        _ = try await transaction.pipeline(muting + [clocks.lock, stored, clocks.moved(to: preferences.timeZone), digest])
    }
}

extension QuietHours {
    fileprivate init?(from: String?, to: String?) {
        guard let from = from.flatMap(TimeOfDay.init), let to = to.flatMap(TimeOfDay.init) else { return nil }
        self.init(from: from, to: to)
    }
}
