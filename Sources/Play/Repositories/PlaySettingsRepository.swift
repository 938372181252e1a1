import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets

/// What a tenant plays by.
struct PlaySettingsRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// The day that it is in the tenant.
    struct Day: Sendable {
        let day: CalendarDate
        let startsAt: Date
        let endsAt: Date
    }

    /// The day that it is; nil where the tenant has no settings yet.
    func day() async throws -> Day? {
        let rows = try await transaction.query(
            "SELECT day, starts_at, ends_at FROM play_days WHERE tenant_id = \(transaction.tenantID)")
        return try rows.first.map { Day(day: try $0["day"], startsAt: try $0["starts_at"], endsAt: try $0["ends_at"]) }
    }

    /// Language and zone with the secret, which only making a puzzle needs.
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

    /// Makes settings as they usually are, with a secret of their own, where there are none.
    func make() async throws {
        try await transaction.query(
            """
            INSERT INTO play_settings (tenant_id, language, day_zone, secret)
            VALUES (\(transaction.tenantID), \(PlayRules.usualLanguage), \(PlayRules.usualZone),
                \(Randomness.bytes(PlayRules.secretLength)))
            ON CONFLICT (tenant_id) DO NOTHING
            """)
    }

    /// Locks them until the transaction ends, so that of two operators each changes what the other left.
    func lock() async throws {
        try await transaction.query("SELECT FROM play_settings WHERE tenant_id = \(transaction.tenantID) FOR NO KEY UPDATE")
    }

    /// Writes them; only operators do.
    func set(_ settings: Settings) async throws {
        try await transaction.query(
            """
            UPDATE play_settings SET language = \(settings.language), day_zone = \(settings.dayZone), secret = \(settings.secret)
            WHERE tenant_id = \(transaction.tenantID)
            """)
    }

    /// Returns whether a time zone of this name is known and is a place.
    func knows(zone: String) async throws -> Bool {
        let rows = try await transaction.query("SELECT FROM time_zone_names() WHERE name = \(zone) AND name !~ '^(posix|right)/'")
        return !rows.isEmpty
    }
}
