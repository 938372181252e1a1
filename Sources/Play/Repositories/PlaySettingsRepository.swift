import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets

/// Stores the play settings of a tenant: the language of its puzzles, the time zone of its days, and the secret from
/// which puzzles are derived.
struct PlaySettingsRepository: Repository {
    let transaction: TenantTransaction

    /// A calendar day in the tenant's own time zone, with the moments at which it begins and ends.
    struct Day: Sendable {
        let day: CalendarDate
        let startsAt: Date
        let endsAt: Date
    }

    /// Returns the tenant's current day; nil if the tenant has no play settings yet.
    func day() async throws -> Day? {
        let rows = try await transaction.query(
            "SELECT day, starts_at, ends_at FROM play_days WHERE tenant_id = \(transaction.tenantID)")
        return try rows.first.map { Day(day: try $0["day"], startsAt: try $0["starts_at"], endsAt: try $0["ends_at"]) }
    }

    /// The play settings, including the secret. Only the creation of a puzzle needs the secret.
    struct Settings: Sendable {
        var language: String
        var dayZone: String
        var secret: [UInt8]
    }

    func settings() async throws -> Settings? {
        let rows = try await transaction.query(
            "SELECT language, day_zone, secret FROM play_settings WHERE tenant_id = \(transaction.tenantID)")
        return try rows.first.map { Settings(language: try $0["language"], dayZone: try $0["day_zone"], secret: try $0["secret"]) }
    }

    /// Inserts default settings with a new random secret. It does nothing if the tenant has settings already.
    func make() async throws {
        try await transaction.query(
            """
            INSERT INTO play_settings (tenant_id, language, day_zone, secret)
            VALUES (\(transaction.tenantID), \(PlayRules.usualLanguage), \(PlayRules.usualZone),
                \(Randomness.bytes(PlayRules.secretLength)))
            ON CONFLICT (tenant_id) DO NOTHING
            """)
    }

    /// Locks the settings until the transaction ends, so that two operators' concurrent changes don't overwrite each
    /// other.
    func lock() async throws {
        try await transaction.query("SELECT FROM play_settings WHERE tenant_id = \(transaction.tenantID) FOR NO KEY UPDATE")
    }

    /// Updates the settings. Only the database role of operators may do so.
    func set(_ settings: Settings) async throws {
        try await transaction.query(
            """
            UPDATE play_settings SET language = \(settings.language), day_zone = \(settings.dayZone), secret = \(settings.secret)
            WHERE tenant_id = \(transaction.tenantID)
            """)
    }

    /// Returns whether PostgreSQL knows a time zone of this name. Names in `posix/` and `right/` don't count.
    func knows(zone: String) async throws -> Bool {
        let rows = try await transaction.query("SELECT FROM time_zone_names() WHERE name = \(zone) AND name !~ '^(posix|right)/'")
        return !rows.isEmpty
    }
}
