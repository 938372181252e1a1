import CLibPQ

/// The libpq keywords and values with which a connection is opened.
struct ConnectionSettings: Sendable {
    let keywords: [(name: String, value: String)]

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
        let given = try ConnectionString(configuration.uri)["options"] ?? ""
        let options = configuration.isBehindPooler ? given : (own + [given] + needed).joined(separator: " ")
        keywords =
            [
                ("application_name", configuration.applicationName),
                ("connect_timeout", String(max(2, (configuration.connectTimeout.milliseconds + 999) / 1000))),
                ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
                ("dbname", configuration.uri),
                ("client_encoding", "UTF8"),
            ] + (options.isEmpty ? [] : [("options", options)])
    }
}

/// The keywords and values of a connection string, as libpq parses it: a URI, which may name several hosts, or `key=value`
/// pairs.
package struct ConnectionString: Sendable {
    private let values: [String: String]

    /// - Throws: `PostgresError.misuse` if the text is malformed.
    package init(_ text: String) throws {
        var message: UnsafeMutablePointer<CChar>?
        guard let parsed = PQconninfoParse(text, &message) else {
            defer { PQfreemem(message) }
            // libpq's own message would quote the text with its password.
            throw PostgresError.misuse("the database's URI is malformed")
        }
        defer { PQconninfoFree(parsed) }
        var (values, option) = ([String: String](), parsed)
        while let keyword = option.pointee.keyword {
            values[String(cString: keyword)] = option.pointee.val.map { String(cString: $0) }
            option += 1
        }
        self.values = values
    }

    /// The value of a keyword such as `user`; nil if the string doesn't contain it.
    package subscript(_ keyword: String) -> String? { values[keyword] }

    /// The connection string without its password, for the command line of a program: every user of the machine sees that.
    package var withoutPassword: String {
        values.filter { $0.key != "password" }.sorted { $0.key < $1.key }.map { name, value in
            "\(name)='" + value.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
        }.joined(separator: " ")
    }
}
