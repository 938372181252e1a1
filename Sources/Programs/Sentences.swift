import DavenportAPI
import Domain
import Postgres

/// Returns a sentence that describes an error to operators. It doesn't contain the SQL statement that failed, because
/// the statement's parameters may be secret.
public func sentence(for error: any Error) -> String {
    if case PostgresError.server(let error) = error {
        // PostgreSQL names the two roles, but doesn't say what to do.
        if error.sqlState == .insufficientPrivilege, error.message.contains("pg_database_owner") {
            return "DATABASE_ROLES=single needs a role that owns the database: ALTER DATABASE name OWNER TO role."
        }
        if error.sqlState == .insufficientPrivilege, error.message.hasPrefix("permission denied for") {
            return
                "\(error.summary). If the database was restored by pg_restore or a hoster, davenport migrate gives the tables to their role."
        }
        // Tables, columns and functions that are missing.
        if ["42P01", "42703", "42883"].contains(error.sqlState.rawValue) {
            return
                "\(error.summary). This isn't Davenport's database, or one of an older version: is its URL right? Then run davenport migrate."
        }
        return "\(error.summary)."
    }
    guard let problem = error as? Problem else { return "\(error)" }
    return switch problem.code {
    case .invalid: (problem.errors ?? []).map { "\($0.field.asGiven) \($0.message)" }.joined(separator: "; ") + "."
    case .tenantNotFound: "There is no tenant of that slug."
    case .notFound: "The tenant has no account with this e-mail address."
    case .lastOwner: "A tenant always keeps an owner who isn't suspended: make somebody else one first."
    case .emailTaken: "The tenant has an account with this e-mail address already."
    case .usernameTaken: "The username is taken in this tenant."
    case .unavailable: "The database can't be reached, or is too busy."
    default: problem.detail
    }
}

extension String {
    /// The name of the command-line option that sets a field: `--given-name` for `givenName`. The name of an
    /// environment variable, such as `DATABASE_URL`, stays as it is.
    fileprivate var asGiven: String {
        self == uppercased() ? self : reduce(into: "--") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}
