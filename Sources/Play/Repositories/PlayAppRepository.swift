import DavenportAPI
import Domain
import Postgres

/// Stores the apps of a tenant. Purchases in other apps are refused.
struct PlayAppRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the tenant's apps, sorted by bundle id.
    func list() async throws -> [PlayApp] {
        let rows = try await transaction.query(
            "SELECT bundle, environment FROM play_apps WHERE tenant_id = \(transaction.tenantID) ORDER BY bundle, environment")
        return try rows.map { PlayApp(bundle: try $0["bundle"], environment: try $0["environment"]) }
    }

    /// Adds an app, unless the tenant has it already. Only the database role of operators may write apps.
    func add(_ app: PlayApp) async throws {
        try await transaction.query(
            """
            INSERT INTO play_apps (tenant_id, bundle, environment) VALUES (\(transaction.tenantID), \(app.bundle), \(app.environment))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Removes an app from the tenant, both for Apple's production environment and for its sandbox.
    func remove(bundle: String) async throws {
        try await transaction.query("DELETE FROM play_apps WHERE tenant_id = \(transaction.tenantID) AND bundle = \(bundle)")
    }
}
