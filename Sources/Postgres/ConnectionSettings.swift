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

    /// Returns a URI for another login at the same server, with the same encryption.
    package func uri(role: String, password: String, database: String) -> String {
        let kept = ["host", "hostaddr", "port", "sslmode", "sslrootcert"].compactMap { name in values[name].map { (name, $0) } }
        // A host that is no plain name, such as a socket's folder, and several hosts are options.
        let isPlain = values["host"]?.wholeMatch(of: /[A-Za-z0-9.-]+/) != nil
        let port = values["port"].map { ":" + $0 } ?? ""
        let options = kept.filter { name, _ in !(isPlain && (name == "host" || name == "port")) }
        let query = options.map { name, value in "\(name)=\(Self.encoded(value))" }.joined(separator: "&")
        return "postgresql://\(Self.encoded(role)):\(Self.encoded(password))@\(isPlain ? (values["host"] ?? "") + port : "")"
            + "/\(Self.encoded(database))" + (query.isEmpty ? "" : "?" + query)
    }

    /// Percent-encodes each byte except those that RFC 3986 calls unreserved.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    /// The connection string without its password, for the command line of a program: every user of the machine sees that.
    package var withoutPassword: String {
        values.filter { $0.key != "password" }.sorted { $0.key < $1.key }.map { name, value in
            "\(name)='" + value.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
        }.joined(separator: " ")
    }
}
