import Postgres

/// The mode in which one PostgreSQL role does everything: it owns the tables, serves requests, pushes notifications and
/// runs operators' commands (rule 20.30).
///
/// Most hosting providers give a customer a single role that can't create others. Row security restricts this role to
/// the tenant that a transaction has entered. Transactions of the push worker and of operators run as
/// `pg_database_owner` instead, for which the policies allow every tenant.
public enum SingleRole {
    /// PostgreSQL's predefined role whose only member is the role that owns the database.
    static let owner = "pg_database_owner"

    /// The settings for each transaction of the push worker and of operators. They replace the role's own settings,
    /// which suit the server.
    ///
    /// With them, a transaction reaches all tenants, and PostgreSQL plans each statement for its actual values.
    public static let transactionSettings = ["role": owner, "plan_cache_mode": "auto"]

    /// The reason why a role can't do everything alone.
    public enum Fault: Error, Equatable, CustomStringConvertible {
        /// The role is a superuser, bypasses row security, or is a member of such a role.
        case bypassesRowSecurity(role: String)
        /// The role has a quote in its name, so the scripts can't use the name.
        case hasQuote(role: String)

        public var description: String {
            switch self {
            case .bypassesRowSecurity(let role):
                "The role \(role) bypasses row security, so nothing restricts the server: leave DATABASE_ROLES out, or name another role."
            case .hasQuote(let role): "The role \(role) has a quote in its name: DATABASE_ROLES=single needs one without a quote."
            }
        }
    }

    /// Returns the mapping from the roles that the scripts in `sql` name to the single role.
    ///
    /// - Parameters:
    ///   - role: the role that logs in.
    ///   - policies: the script with the row security policies that restrict the role.
    public static func mapping(role: String, policies: Definition) -> RoleMapping {
        RoleMapping([ServingProgram.server.group: role, ServingProgram.pushWorker.group: owner], policies: policies)
    }
}
