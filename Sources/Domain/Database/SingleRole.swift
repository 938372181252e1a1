import Postgres

/// The mode in which one PostgreSQL role does everything: it owns the tables, serves, pushes and runs operators'
/// commands (rule 20.30).
///
/// Most hosting providers give a customer a single role that can't create others. Row security restricts it to the
/// tenant that a transaction has entered. The transactions of the push worker and of operators run as
/// `pg_database_owner`, for which the policies allow every tenant.
public enum SingleRole {
    /// PostgreSQL's predefined role whose only member is the role that owns the database.
    static let owner = "pg_database_owner"

    /// The settings of each transaction of the push worker and of operators. The role's own settings are meant for the server.
    ///
    /// With them, a transaction reaches all tenants, and PostgreSQL plans each statement for its actual values.
    public static let transactionSettings = ["role": owner, "plan_cache_mode": "auto"]

    /// Why a role can't be the only one.
    public enum Fault: Error, Equatable, CustomStringConvertible {
        /// The role is a superuser, bypasses row security, or is a member of such a role.
        case bypassesRowSecurity(role: String)
        /// The role has a quote in its name, so that scripts can't name it.
        case hasQuote(role: String)

        public var description: String {
            switch self {
            case .bypassesRowSecurity(let role):
                "The role \(role) bypasses row security, so nothing restricts the server: leave DATABASE_ROLES out, or name another role."
            case .hasQuote(let role): "The role \(role) has a quote in its name: DATABASE_ROLES=single needs one without a quote."
            }
        }
    }

    /// Returns the role mapping that replaces the roles in the scripts of `sql`.
    ///
    /// - Parameters:
    ///   - role: the role that logs in.
    ///   - policies: the script with the row security policies that restrict the role.
    public static func mapping(role: String, policies: Definition) -> RoleMapping {
        RoleMapping([CreateServingRole.Program.server.group: role, CreateServingRole.Program.pushWorker.group: owner], policies: policies)
    }
}
