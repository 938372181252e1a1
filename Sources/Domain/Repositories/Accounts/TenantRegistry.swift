import DavenportAPI
import Foundation
import Postgres

/// Reads the list of tenants. The server needs the list to find the tenant of a request. Operators, who connect as the
/// database's owner, need it for their commands.
struct TenantRegistry: Sendable {
    let database: Database

    /// Returns the tenant of a request, and whether it is suspended (rules 1). Returns nil if there is none.
    ///
    /// If a slug is given, it decides. Otherwise the result is the tenant that has the host, or else the only tenant of
    /// the deployment.
    func resolve(slug: String?, host: String?) async throws -> (tenant: Tenant, suspended: Bool)? {
        let rows = try await database.registry { transaction in
            try await transaction.query("SELECT * FROM resolve_tenant(\(slug), \(host))")
        }
        return try rows.first.map { (try Tenant($0), try $0["suspended"]) }
    }

    /// Returns the tenant that has the id, even if it is suspended; nil if there is none.
    func find(_ id: UUID) async throws -> Tenant? {
        let rows = try await database.registry { transaction in
            try await transaction.query("SELECT t.id, t.slug, t.name, t.features, t.signup FROM tenants AS t WHERE t.id = \(id)")
        }
        return try rows.first.map { try Tenant($0) }
    }

    /// Returns the names of the migrations that were run on this database.
    func appliedMigrations() async throws -> [String] {
        let rows = try await database.registry { try await $0.query("SELECT name FROM schema_migrations") }
        return try rows.map { try $0["name"] }
    }

    /// Returns all tenants, sorted by slug.
    func list() async throws -> [ListedTenant] {
        let rows = try await database.registry { transaction in
            try await transaction.query(
                """
                SELECT t.slug, t.name, t.features, t.signup, t.signup_roles, t.created_at, t.self_made,
                    t.suspended_at IS NOT NULL AS suspended, t.is_moving AS moving,
                    (SELECT u.email FROM audit_entries AS e JOIN users AS u ON u.tenant_id = t.id AND u.id = e.actor_id
                        WHERE t.self_made AND e.tenant_id = t.id AND e.event = 'tenant.created' AND e.at = t.created_at LIMIT 1) AS maker,
                    EXISTS (SELECT FROM tenant_imports AS i WHERE i.tenant_id = t.id) AS importing,
                    ARRAY(SELECT h.host FROM tenant_hosts AS h WHERE h.tenant_id = t.id ORDER BY h.host) AS hosts,
                    (SELECT count(*) FROM users AS u WHERE u.tenant_id = t.id) AS user_count
                FROM tenants AS t ORDER BY t.slug
                """)
        }
        return try rows.map(ListedTenant.init)
    }
}

extension Tenant {
    /// Decodes a tenant from a row.
    /// - Parameters:
    ///   - prefix: the beginning of the columns' names, which distinguishes them from other columns of the row.
    ///   - filterID: the id of the list of filtered words; nil for none.
    convenience init(_ row: Row, prefix: String = "", filterID: UUID? = nil) throws {
        let features: [String] = try row[named: prefix + "features"]
        self.init(
            id: try row[named: prefix + "id"], slug: try row[named: prefix + "slug"], name: try row[named: prefix + "name"],
            features: features.compactMap(Feature.init(rawValue:)), signup: try row[named: prefix + "signup"],
            filterID: filterID)
    }
}

extension TenantStanding {
    /// Decodes a tenant's standing from a row.
    /// - Parameter prefix: the beginning of the columns' names.
    init(_ row: Row, prefix: String = "") throws {
        let (suspended, moving): (Bool, Bool) = (try row[named: prefix + "suspended"], try row[named: prefix + "moving"])
        self = moving ? .moving : suspended ? .suspended : .open
    }
}

extension ListedTenant {
    init(_ row: Row) throws {
        let (features, roles): ([String], [String]) = (try row["features"], try row["signup_roles"])
        self.init(
            slug: try row["slug"], name: try row["name"], features: features.compactMap(Feature.init(rawValue:)),
            signup: try row["signup"], signupRoles: roles.map(Role.init(keeping:)), createdAt: try row["created_at"],
            selfMade: try row["self_made"], maker: try row["maker"], suspended: try row["suspended"],
            moving: try row["moving"],
            importing: try row["importing"], hosts: try row["hosts"],
            userCount: try row["user_count"])
    }
}
