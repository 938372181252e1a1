import CLibPQ

/// A role's password as PostgreSQL keeps it: enough to recognise it by, and not enough to tell it.
public enum RolePassword {
    /// A verifier for SCRAM-SHA-256 (RFC 5803), with a salt of its own, to be sent in place of the password.
    ///
    /// libpq makes it, so that a password beyond ASCII is prepared (SASLprep) as libpq prepares it for logging in.
    /// - Parameters:
    ///   - password: without NUL.
    ///   - role: whose password it is.
    /// - Throws: `PostgresError.misuse`, which doesn't repeat the password.
    public static func verifier(for password: String, role: String) throws(PostgresError) -> String {
        // libpq wants a connection to complain to, and uses nothing else of it: one that could not even be begun will do.
        let connection = PQconnectStart("=")
        defer { PQfinish(connection) }
        guard !password.utf8.contains(0), let text = PQencryptPasswordConn(connection, password, role, "scram-sha-256") else {
            throw .misuse("libpq can make no verifier of the password")
        }
        defer { PQfreemem(text) }
        return String(cString: text)
    }
}
