import Postgres

/// The mode in which one role of PostgreSQL does everything: it owns the tables, serves, pushes and operates (rule 20.30).
///
/// Most hosters hand out a single role, which may make no other. Row security binds it to the tenant that a transaction has entered. The
/// push worker's and the operators' transactions run as `pg_database_owner` instead, which the policies let see every tenant.
public enum SingleRole {
    /// PostgreSQL's own role whose one member is the role that owns the database.
    static let owner = "pg_database_owner"

    /// The settings of each transaction of the push worker and of operators: they reach all tenants, and PostgreSQL plans each of their
    /// statements for its own values. What the role itself has set is for the server.
    public static let transactionSettings = ["role": owner, "plan_cache_mode": "auto"]

    /// Why a role can't be the only one.
    public enum Fault: Error, Equatable, CustomStringConvertible {
        /// A superuser, one that bypasses row security, or a member of such.
        case bypassesRowSecurity(role: String)
        /// Scripts can't name it.
        case hasQuote(role: String)

        public var description: String {
            switch self {
            case .bypassesRowSecurity(let role):
                "The role \(role) bypasses row security, so that nothing would bind the server: leave DATABASE_ROLES out, or name another role."
            case .hasQuote(let role): "The role \(role) has a quote in its name: DATABASE_ROLES=single needs one without."
            }
        }
    }

    /// The database's roles in place of those that the scripts of `sql` name.
    /// - Parameters:
    ///   - role: the role that logs in.
    ///   - policies: the script that binds it.
    public static func mapping(role: String, policies: Definition) -> RoleMapping {
        RoleMapping([CreateServingRole.Program.server.group: role, CreateServingRole.Program.pushWorker.group: owner], policies: policies)
    }
}
