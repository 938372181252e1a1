import CLibPQ

/// Makes password verifiers, which PostgreSQL stores instead of passwords. A verifier can check a password but
/// doesn't reveal it.
public enum RolePassword {
    /// Returns a verifier for SCRAM-SHA-256 (RFC 5803) with a random salt, to be sent to the server instead of the
    /// password.
    ///
    /// libpq makes the verifier, so that a password beyond ASCII is normalised (SASLprep) in the same way as at a
    /// login.
    /// - Parameters:
    ///   - password: a text without a NUL character.
    ///   - role: the role that gets the password.
    /// - Throws: `PostgresError.misuse`, which doesn't contain the password.
    public static func verifier(for password: String, role: String) throws(PostgresError) -> String {
        // libpq needs a connection for its error message only, so one that was never opened is enough.
        let connection = PQconnectStart("=")
        defer { PQfinish(connection) }
        guard !password.utf8.contains(0), let text = PQencryptPasswordConn(connection, password, role, "scram-sha-256") else {
            throw .misuse("libpq can make no verifier of the password")
        }
        defer { PQfreemem(text) }
        return String(cString: text)
    }
}
