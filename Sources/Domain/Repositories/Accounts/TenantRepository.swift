import DavenportAPI
import Foundation
import Postgres

/// Writes the row of a tenant, for operators.
struct TenantRepository: Repository {
    let transaction: TenantTransaction

    /// Inserts the tenant of the transaction, and the tenant's host names.
    /// - Throws: `invalid`, naming `slug` or `hosts`, if another tenant has the slug or a host name.
    func insert(_ tenant: Tenant, signupRoles: [Role], hosts: [String]) async throws {
        do {
            _ = try await transaction.pipeline([
                """
                INSERT INTO tenants (id, slug, name, features, signup, signup_roles, created_at)
                VALUES (\(transaction.tenantID), \(tenant.slug), \(tenant.name), \(tenant.features.map(\.rawValue)), \(tenant.signup),
                    \(signupRoles.map(\.rawValue)), \(transaction.now))
                """,
                """
                INSERT INTO tenant_hosts (host, tenant_id)
                SELECT host, \(transaction.tenantID)::uuid FROM unnest(\(hosts)::text[]) AS host
                """,
            ])
        } catch let error as PostgresError where error.sqlState == .uniqueViolation {
            throw error.constraint == "tenants_slug_unique"
                ? Self.slugTaken
                : Problem.invalid("hosts", .notAllowed, "holds a host of another tenant")
        }
    }

    /// The problem that another tenant has the slug.
    static let slugTaken = Problem.invalid("slug", .notAllowed, "is taken by another tenant")

    /// Inserts the tenant of the transaction, which somebody creates by the API. The server's role may write these columns only.
    /// - Throws: `invalid`, naming `slug`, if another tenant has it.
    func insertSelfMade(_ tenant: Tenant) async throws {
        do {
            try await transaction.query(
                """
                INSERT INTO tenants (id, slug, name, features, signup, self_made, created_at)
                VALUES (\(transaction.tenantID), \(tenant.slug), \(tenant.name), \(tenant.features.map(\.rawValue)), \(tenant.signup), true,
                    \(transaction.now))
                """)
        } catch let error as PostgresError where error.constraint == "tenants_slug_unique" {
            throw Self.slugTaken
        }
    }

    /// Returns whether the tenant answers requests.
    func standing() async throws -> TenantStanding {
        let rows = try await transaction.query(
            "SELECT suspended_at IS NOT NULL AS suspended, is_moving AS moving FROM tenants WHERE id = \(transaction.tenantID)")
        return try rows.first.map { try TenantStanding($0) } ?? .suspended
    }

    /// Suspends the tenant, or ends its suspension.
    /// - Returns: false if nothing changed.
    func set(_ standing: TenantStanding) async throws -> Bool {
        let (isClosed, isMoving) = (standing != .open, standing == .moving)
        let rows = try await transaction.query(
            """
            UPDATE tenants
            SET suspended_at = CASE WHEN \(isClosed) THEN coalesce(suspended_at, \(transaction.now)) END, is_moving = \(isMoving)
            WHERE id = \(transaction.tenantID) AND (suspended_at IS NOT NULL, is_moving) <> (\(isClosed), \(isMoving))
            """)
        guard rows.affected > 0 else { return false }
        try await wakeAllUsers()
        return true
    }

    /// Sets the features of the tenant.
    /// - Returns: false if nothing changed.
    func setFeatures(_ features: [Feature]) async throws -> Bool {
        let names = features.map(\.rawValue)
        let rows = try await transaction.query(
            "UPDATE tenants SET features = \(names) WHERE id = \(transaction.tenantID) AND features <> \(names)")
        return rows.affected > 0
    }

    /// Sets who may sign up, and the roles among which people choose then.
    /// - Returns: false if nothing changed.
    func setSignup(_ signup: SignupPolicy, roles: [Role]) async throws -> Bool {
        let names = roles.map(\.rawValue)
        let rows = try await transaction.query(
            """
            UPDATE tenants SET signup = \(signup), signup_roles = \(names)
            WHERE id = \(transaction.tenantID) AND (signup, signup_roles) IS DISTINCT FROM (\(signup)::text, \(names)::text[])
            """)
        return rows.affected > 0
    }

    /// The settings that everyone may see and that a request's tenant doesn't hold, because few requests need them.
    struct Shown: Sendable {
        /// The roles among which people choose when they sign up without an invite.
        let signupRoles: [Role]
        /// Where members can turn to.
        let contact: String?
        /// The URL of the terms.
        let terms: String?
        /// The public key with which the tenant sends to browsers, 65 bytes; nil if it has none.
        let webPushKey: [UInt8]?
        let passwordLinkMakers: PasswordLinkMakers
        /// What the tenant says of itself.
        let description: String?
        /// The path of the tenant's picture.
        let pictureURL: String?
        /// The first host that other machines can reach; nil if there is none.
        let host: String?
    }

    /// Returns the settings of the tenant that everyone may see.
    func shown() async throws -> Shown {
        let rows = try await transaction.query(
            """
            SELECT t.signup_roles, t.contact, t.terms, t.password_link_makers, t.description, k.public_key, p.version AS picture_version,
                \(fragment: Self.host(in: transaction.tenantID)) AS host
            FROM tenants AS t
            LEFT JOIN web_push_keys AS k ON k.tenant_id = \(transaction.tenantID)
            LEFT JOIN tenant_pictures AS p ON p.tenant_id = \(transaction.tenantID)
            WHERE t.id = \(transaction.tenantID)
            """)
        guard let row = rows.first else { throw Problem(.tenantNotFound) }
        let (names, version): ([String], String?) = (try row["signup_roles"], try row["picture_version"])
        return Shown(
            signupRoles: names.map(Role.init(keeping:)), contact: try row["contact"], terms: try row["terms"],
            webPushKey: try row["public_key"], passwordLinkMakers: try row["password_link_makers"], description: try row["description"],
            pictureURL: version.map(AvatarLimits.addressOfTenant), host: try row["host"])
    }

    /// The pattern of hosts that other machines can't reach.
    static let localHosts = #"(^|[.])localhost$|^127[.]|^\["#

    /// Returns an SQL expression for the tenant's first host that other machines can reach, which is null if there is none.
    static func host(in tenantID: UUID) -> SQL {
        """
        (SELECT h.host FROM tenant_hosts AS h
            WHERE h.tenant_id = \(tenantID) AND h.host !~ \(localHosts) ORDER BY h.host LIMIT 1)
        """
    }

    /// Invalidates all cursors of the sync feed, so that every client of the tenant syncs everything again.
    func renewSyncKey() async throws {
        try await transaction.query("UPDATE tenants SET sync_key = gen_random_uuid() WHERE id = \(transaction.tenantID)")
        try await wakeAllUsers()
    }

    /// Wakes the long polls of all users of the tenant who are logged in.
    private func wakeAllUsers() async throws {
        let rows = try await transaction.query("SELECT DISTINCT user_id FROM sessions WHERE tenant_id = \(transaction.tenantID)")
        transaction.touch(try rows.map { try $0["user_id"] as UUID })
    }

    func setContact(_ contact: String?, terms: String?) async throws {
        try await transaction.query(
            "UPDATE tenants SET contact = \(contact), terms = \(terms) WHERE id = \(transaction.tenantID)")
    }

    /// Sets what the tenant says of itself.
    /// - Returns: false if nothing changed.
    func setDescription(_ description: String?) async throws -> Bool {
        let rows = try await transaction.query(
            """
            UPDATE tenants SET description = \(description)
            WHERE id = \(transaction.tenantID) AND description IS DISTINCT FROM \(description)::text
            """)
        return rows.affected > 0
    }

    func rename(_ name: String) async throws {
        try await transaction.query("UPDATE tenants SET name = \(name) WHERE id = \(transaction.tenantID)")
    }

    /// Deletes the tenant's rows from these tables, in their order, and then the tenant itself.
    func delete(from tables: [String]) async throws {
        // The names of the tables are those that the areas declare in the program.
        let owned: [SQL] = tables.map { "DELETE FROM \(unsafeRaw: $0) WHERE tenant_id = \(transaction.tenantID)" }
        _ = try await transaction.pipeline(owned + ["DELETE FROM tenants WHERE id = \(transaction.tenantID)"])
    }
}
