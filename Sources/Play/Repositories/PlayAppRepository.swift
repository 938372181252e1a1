import DavenportAPI
import Domain
import Postgres

/// Stores the apps whose purchases count in a tenant.
struct PlayAppRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Returns the apps, sorted by bundle id.
    func list() async throws -> [PlayApp] {
        let rows = try await transaction.query(
            "SELECT bundle, environment FROM play_apps WHERE tenant_id = \(transaction.tenantID) ORDER BY bundle, environment")
        return try rows.map { PlayApp(bundle: try $0["bundle"], environment: try $0["environment"]) }
    }

    /// Adds an app. Does nothing if it is there already. Only an operator's database role may write it.
    func add(_ app: PlayApp) async throws {
        try await transaction.query(
            """
            INSERT INTO play_apps (tenant_id, bundle, environment) VALUES (\(transaction.tenantID), \(app.bundle), \(app.environment))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Removes an app in both of Apple's environments.
    func remove(bundle: String) async throws {
        try await transaction.query("DELETE FROM play_apps WHERE tenant_id = \(transaction.tenantID) AND bundle = \(bundle)")
    }
}
