import DavenportAPI
import Domain
import Postgres

/// The apps whose purchases count in a tenant.
struct PlayAppRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// In the order of their names.
    func list() async throws -> [PlayApp] {
        let rows = try await transaction.query(
            "SELECT bundle, environment FROM play_apps WHERE tenant_id = \(transaction.tenantID) ORDER BY bundle, environment")
        return try rows.map { PlayApp(bundle: try $0["bundle"], environment: try $0["environment"]) }
    }

    /// Adds one, as often as it is said; only operators do.
    func add(_ app: PlayApp) async throws {
        try await transaction.query(
            """
            INSERT INTO play_apps (tenant_id, bundle, environment) VALUES (\(transaction.tenantID), \(app.bundle), \(app.environment))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Takes one away, of every environment.
    func remove(bundle: String) async throws {
        try await transaction.query("DELETE FROM play_apps WHERE tenant_id = \(transaction.tenantID) AND bundle = \(bundle)")
    }
}
