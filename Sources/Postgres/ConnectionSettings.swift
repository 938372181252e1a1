import CLibPQ

/// The libpq keywords and values with which a connection is opened.
struct ConnectionSettings: Sendable {
    let keywords: [(name: String, value: String)]
    let timeout: Duration

    /// Merges the pool's configuration with its connection URI. The URI overrides the configured timeouts. The settings
    /// that this module depends on override the URI.
    /// - Throws: `PostgresError.misuse` if the URI is malformed.
    init(_ configuration: PoolConfiguration) throws {
        let own = [
            "-c statement_timeout=\(configuration.statementTimeout.milliseconds)",
            "-c idle_in_transaction_session_timeout=\(configuration.idleInTransactionTimeout.milliseconds)",
            "-c client_min_messages=warning",
        ]
        let needed = ["-c TimeZone=UTC", "-c DateStyle=ISO", "-c bytea_output=hex"]
        let given = try Self.options(in: configuration.uri)
        let options = configuration.isBehindPooler ? given : (own + [given] + needed).joined(separator: " ")
        timeout = configuration.connectTimeout
        keywords =
            [
                ("application_name", configuration.applicationName),
                ("connect_timeout", String(max(2, (configuration.connectTimeout.milliseconds + 999) / 1000))),
                ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
                ("dbname", configuration.uri),
                ("client_encoding", "UTF8"),
            ] + (options.isEmpty ? [] : [("options", options)])
    }

    /// Returns the value of the URI's `options` keyword, which holds session settings for the server.
    private static func options(in uri: String) throws -> String {
        var message: UnsafeMutablePointer<CChar>?
        guard let parsed = PQconninfoParse(uri, &message) else {
            defer { PQfreemem(message) }
            // libpq's own message would quote the URI with its password.
            throw PostgresError.misuse("the database's URI is malformed")
        }
        defer { PQconninfoFree(parsed) }
        var option = parsed
        while let keyword = option.pointee.keyword {
            if String(cString: keyword) == "options", let value = option.pointee.val { return String(cString: value) }
            option += 1
        }
        return ""
    }
}
