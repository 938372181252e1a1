import Postgres

/// Reads the hosts and apps of a tenant, and writes the apps for operators.
struct TenantAppRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the tenant's hosts and apps, each sorted.
    func hostsAndApps() async throws -> (hosts: [String], apps: [CommunityApp]) {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT ARRAY(SELECT h.host FROM tenant_hosts AS h WHERE h.tenant_id = \(tenant) ORDER BY h.host) AS hosts,
                ARRAY(SELECT a.app FROM tenant_apps AS a WHERE a.tenant_id = \(tenant) ORDER BY a.app) AS apps
            """)
        guard let row = rows.first else { return ([], []) }
        let apps: [String] = try row["apps"]
        return (try row["hosts"], try apps.map { try CommunityApp($0) })
    }

    /// Adds an app.
    /// - Returns: false if the tenant has it already.
    func insert(_ app: CommunityApp) async throws -> Bool {
        try await transaction.query(
            "INSERT INTO tenant_apps (tenant_id, app) VALUES (\(transaction.tenantID), \(app.text)) ON CONFLICT DO NOTHING"
        ).affected > 0
    }

    /// Removes an app.
    /// - Returns: false if the tenant doesn't have it.
    func delete(_ app: CommunityApp) async throws -> Bool {
        try await transaction.query(
            "DELETE FROM tenant_apps WHERE tenant_id = \(transaction.tenantID) AND app = \(app.text)"
        ).affected > 0
    }
}
