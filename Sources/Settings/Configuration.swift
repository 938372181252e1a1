import Foundation
import Logging

/// The configuration of the programs, read once at the start from the environment. `.env.example` lists every key.
public struct Configuration: Sendable, Equatable {
    /// The database's URL as the server's role; nil selects the private one of `davenport dev`.
    public let databaseURL: String?
    /// The database's URL as its owner, for migrations and operators.
    public let migrationDatabaseURL: String?
    /// The database's URL as the push worker's role.
    public let pushDatabaseURL: String?
    /// The PostgreSQL roles as which the programs log in.
    public let databaseRoles: DatabaseRoles
    /// The number of connections that a server opens to the database.
    public let databasePool: Int
    /// The kind of pooler between this server and the database.
    public let databasePooler: DatabasePooler
    public let host: String
    public let port: Int
    /// The time for which a server that is about to end goes on serving, while its health check already fails.
    public let shutdownNotice: Duration
    /// The address at which metrics are served. It shouldn't be reachable by clients.
    public let metricsHost: String
    /// The server's port for metrics; nil if they aren't served.
    public let metricsPort: MetricsPort?
    /// The port for metrics of a push worker with `--watch`; nil if they aren't served.
    public let pushMetricsPort: MetricsPort?
    /// The origins whose pages may read responses, in the form in which browsers send them.
    public let corsOrigins: [String]
    /// The number of trusted proxies that every request passes; with 0, X-Forwarded-For is ignored.
    public let trustedProxies: Int
    /// The key that encrypts push keys, 32 bytes in base64; nil if it isn't set.
    public let masterKey: String?
    /// The file that holds the master key; nil if it isn't set.
    public let masterKeyFile: String?
    /// The URL to which production keys push.
    public let apnsProductionURL: String
    /// The URL to which sandbox keys push.
    public let apnsSandboxURL: String
    /// A PEM file with the authority to trust in place of the system's, for a stand-in or a proxy.
    public let apnsCAFile: String?
    /// TMDB's key or token; nil if there is no catalogue.
    public let tmdbKey: String?
    /// The URL of TMDB's API, version 3, without a slash at the end.
    public let tmdbBaseURL: String
    /// The language of the catalogue's titles.
    public let tmdbLanguage: String
    /// The folder for unfinished uploads, which are files without names.
    public let temporaryFolder: String
    /// The folder with word lists for play besides the English one; nil if there is none.
    public let wordsDirectory: String?
    /// A PEM file with the roots that verify the App Store's signatures; nil if none are trusted.
    public let storeKitRootsFile: String?
    /// Whether each request is logged.
    public let accessLog: AccessLogging
    /// The duration from which a round trip to the database is logged with its statements; nil if none is logged.
    public let slowQuery: Duration?
    /// Whether the web client is served.
    public let web: WebServing
    public let logLevel: Logger.Level
    public let logFormat: LogFormat

    /// Apple's URLs for pushes with production keys, and with sandbox keys.
    public static let appleURLs = ["https://api.push.apple.com", "https://api.sandbox.push.apple.com"]

    /// Every key that the programs read.
    public static let keys = [
        "DATABASE_URL", "MIGRATION_DATABASE_URL", "PUSH_DATABASE_URL", "DATABASE_ROLES", "DATABASE_POOL", "DATABASE_POOLER", "HOST",
        "PORT", "SHUTDOWN_NOTICE", "METRICS_HOST", "METRICS_PORT", "PUSH_METRICS_PORT", "CORS_ORIGINS", "TRUSTED_PROXIES", "MASTER_KEY",
        "MASTER_KEY_FILE", "APNS_PRODUCTION_URL", "APNS_SANDBOX_URL", "APNS_CA_FILE", "TMDB_API_KEY", "TMDB_BASE_URL", "TMDB_LANGUAGE",
        "WORDS_DIR", "STOREKIT_ROOTS_FILE", "TMPDIR", "WEB", "ACCESS_LOG", "SLOW_QUERY_MS", "LOG_LEVEL", "LOG_FORMAT",
    ]

    /// The port to listen on unless another one is set.
    public static let usualPort = 8080

    /// Parses the configuration.
    /// - Parameter values: the variables by name; an empty one counts as missing.
    /// - Throws: `ConfigurationError`, which lists everything that is malformed.
    public init(_ values: [String: String]) throws {
        var reader = Reader(values: values)
        databaseURL = reader.url("DATABASE_URL")
        migrationDatabaseURL = reader.url("MIGRATION_DATABASE_URL")
        pushDatabaseURL = reader.url("PUSH_DATABASE_URL")
        databaseRoles = reader.choice("DATABASE_ROLES", DatabaseRoles.allCases, default: .separate)
        databasePool = reader.number("DATABASE_POOL", 1...500, default: 16)
        databasePooler = reader.choice("DATABASE_POOLER", DatabasePooler.allCases, default: .none)
        host = reader.text("HOST") ?? "127.0.0.1"
        port = reader.number("PORT", 0...65535, default: Self.usualPort)
        shutdownNotice = .seconds(reader.number("SHUTDOWN_NOTICE", 0...60, default: 0))
        metricsHost = reader.text("METRICS_HOST") ?? "127.0.0.1"
        metricsPort = reader.metricsPort("METRICS_PORT", default: 9090)
        pushMetricsPort = reader.metricsPort("PUSH_METRICS_PORT", default: 9091)
        corsOrigins = reader.origins("CORS_ORIGINS")
        trustedProxies = reader.number("TRUSTED_PROXIES", 0...16, default: 0)
        masterKey = reader.text("MASTER_KEY")
        masterKeyFile = reader.text("MASTER_KEY_FILE")
        if masterKey != nil, masterKeyFile != nil { reader.faults.append("MASTER_KEY and MASTER_KEY_FILE are both set: choose one") }
        apnsProductionURL = reader.https("APNS_PRODUCTION_URL", default: Self.appleURLs[0])
        apnsSandboxURL = reader.https("APNS_SANDBOX_URL", default: Self.appleURLs[1])
        apnsCAFile = reader.text("APNS_CA_FILE")
        tmdbKey = reader.secret("TMDB_API_KEY")
        tmdbBaseURL = reader.http("TMDB_BASE_URL", default: "https://api.themoviedb.org/3")
        tmdbLanguage = reader.language("TMDB_LANGUAGE", default: "en-US")
        temporaryFolder = reader.text("TMPDIR") ?? "/tmp"
        wordsDirectory = reader.text("WORDS_DIR")
        storeKitRootsFile = reader.text("STOREKIT_ROOTS_FILE")
        web = reader.choice("WEB", WebServing.allCases, default: .on)
        accessLog = reader.choice("ACCESS_LOG", AccessLogging.allCases, default: .on)
        let slow = reader.number("SLOW_QUERY_MS", 0...3_600_000, default: 1000)
        slowQuery = slow > 0 ? .milliseconds(slow) : nil
        logLevel = reader.choice("LOG_LEVEL", Logger.Level.allCases, default: .info)
        logFormat = reader.choice("LOG_FORMAT", LogFormat.allCases, default: .text)
        guard reader.faults.isEmpty else { throw ConfigurationError(faults: reader.faults) }
    }
}

/// The PostgreSQL roles as which the programs log in.
public enum DatabaseRoles: String, Sendable, CaseIterable {
    /// The owner's, the server's and the push worker's role, each with its own rights.
    case separate
    /// One role that owns the database and does everything. Most hosters provide only one.
    case single
}

/// The kind of pooler between a server and its database.
public enum DatabasePooler: String, Sendable, CaseIterable {
    case none
    /// A pooler that lends a connection for one transaction at a time, as PgBouncer does with `pool_mode = transaction`.
    case transaction
}

/// A port at which metrics are served.
public struct MetricsPort: Sendable, Equatable {
    public let number: Int
    /// Whether somebody has set it. Then the program fails if the port isn't available.
    public let isSet: Bool
}

/// Whether a server serves the web client beside the API.
public enum WebServing: String, Sendable, CaseIterable {
    case on
    case off
}

/// Whether and how each request is logged.
public enum AccessLogging: String, Sendable, CaseIterable {
    case on
    /// Logged with the client's address.
    case address
    case off
}

/// The format of log lines.
public enum LogFormat: String, Sendable, CaseIterable {
    case text
    case json
}

/// Everything that is wrong with the configuration.
public struct ConfigurationError: Error, CustomStringConvertible, Equatable {
    public let faults: [String]

    public var description: String { "The configuration is wrong: " + faults.joined(separator: "; ") + "." }
}

/// Reads values and collects their faults.
private struct Reader {
    let values: [String: String]
    var faults: [String] = []

    func text(_ key: String) -> String? {
        values[key].flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func url(_ key: String) -> String? {
        guard let text = text(key) else { return nil }
        if !text.hasPrefix("postgres://") && !text.hasPrefix("postgresql://") {
            faults.append("\(key) must begin with postgresql://")
        }
        return text
    }

    mutating func https(_ key: String, default value: String) -> String {
        guard let text = text(key) else { return value }
        if !text.hasPrefix("https://") { faults.append("\(key) must begin with https://") }
        return text
    }

    /// Reads a folder's URL, to which paths are added. Removes a slash at its end, and allows neither query nor fragment.
    mutating func http(_ key: String, default value: String) -> String {
        guard let text = text(key) else { return value }
        if text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-\[\]:]+(\/[A-Za-z0-9.\-_~\/]*)?/) == nil {
            faults.append("\(key) must be an address that begins with https:// or http:// and has no ? or #")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Reads a text of visible ASCII characters, as headers allow.
    mutating func secret(_ key: String) -> String? {
        guard let text = text(key) else { return nil }
        if !text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { faults.append("\(key) must have no blanks and only ASCII") }
        return text
    }

    mutating func language(_ key: String, default value: String) -> String {
        guard let text = text(key) else { return value }
        if text.wholeMatch(of: /[a-z]{2,3}(-[A-Z]{2})?/) == nil { faults.append("\(key) must be a language and a country, as en-US") }
        return text
    }

    mutating func number(_ key: String, _ range: ClosedRange<Int>, default value: Int) -> Int {
        guard let text = text(key) else { return value }
        guard let number = Int(text), range.contains(number) else {
            faults.append("\(key) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            return value
        }
        return number
    }

    mutating func metricsPort(_ key: String, default value: Int) -> MetricsPort? {
        let number = number(key, 0...65535, default: value)
        return number == 0 ? nil : MetricsPort(number: number, isSet: text(key) != nil)
    }

    /// Reads origins in the form in which browsers send them, since they are compared whole: in lower case, without the
    /// default port and without a path.
    mutating func origins(_ key: String) -> [String] {
        let origins = (text(key) ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        for origin in origins {
            let match = origin.wholeMatch(of: /(https?):\/\/([a-z0-9.\-]+|\[[0-9a-f:.]+\])(:([1-9][0-9]{0,4}))?/)
            let (port, ownPort) = (match?.4.flatMap { Int($0) }, match?.1 == "https" ? 443 : 80)
            if match == nil || port == ownPort || port ?? 0 > 65535 {
                faults.append("\(key) must be origins as browsers write them, separated by commas: https://sofa.example.org")
                break
            }
        }
        return origins
    }

    mutating func choice<Choice: RawRepresentable<String>>(_ key: String, _ choices: [Choice], default value: Choice) -> Choice {
        guard let text = text(key) else { return value }
        guard let choice = choices.first(where: { $0.rawValue == text }) else {
            faults.append("\(key) must be one of \(choices.map(\.rawValue).joined(separator: ", "))")
            return value
        }
        return choice
    }
}
