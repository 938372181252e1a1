import Foundation
import Logging

/// The configuration of the programs. They read it from the environment once, when they start. `.env.example` lists
/// every variable.
public struct Configuration: Sendable, Equatable {
    /// The database's URL with the server's role. Nil selects the private PostgreSQL that `davenport dev` starts.
    public let databaseURL: String?
    /// The database's URL with the role that owns the database, for migrations and operators; nil if it isn't set.
    public let migrationDatabaseURL: String?
    /// The database's URL with the push worker's role; nil if it isn't set.
    public let pushDatabaseURL: String?
    /// Whether the programs log in to PostgreSQL as separate roles or as one.
    public let databaseRoles: DatabaseRoles
    /// The number of connections that a server opens to the database.
    public let databasePool: Int
    /// The kind of connection pooler, such as PgBouncer, between this server and the database.
    public let databasePooler: DatabasePooler
    public let host: String
    public let port: Int
    /// The time for which a server goes on serving after it was asked to shut down. During this time its health check
    /// fails, so that a load balancer sends no new requests.
    public let shutdownNotice: Duration
    /// The address at which metrics are served. Clients shouldn't be able to reach it.
    public let metricsHost: String
    /// The server's port for metrics; nil if the server serves none.
    public let metricsPort: MetricsPort?
    /// The port at which a push worker that runs with `--watch` serves its metrics; nil if the worker serves none.
    public let pushMetricsPort: MetricsPort?
    /// The origins whose pages may read responses (CORS), in the form in which browsers send them.
    public let corsOrigins: [String]
    /// The address of the web client for communities without a host, as a browser writes an origin; nil if there is none.
    public let publicURL: String?
    /// The number of the operator's proxies through which every request comes. With 0, the header `X-Forwarded-For` is
    /// ignored.
    public let trustedProxies: Int
    /// The master key, which encrypts the tenants' push keys and the secrets of webhooks: 32 bytes in base64; nil if it isn't set.
    public let masterKey: String?
    /// The path of the file with the master key; nil if it isn't set.
    public let masterKeyFile: String?
    /// The URL to which pushes with production keys are sent.
    public let apnsProductionURL: String
    /// The URL to which pushes with sandbox keys are sent.
    public let apnsSandboxURL: String
    /// A PEM file with the certificate authority to trust at the URLs for pushes, instead of the system's. It is needed
    /// for a stand-in or a proxy; nil if it isn't set.
    public let apnsCAFile: String?
    /// The URL to which pushes to Android devices are sent.
    public let fcmURL: String
    /// A PEM file with the certificate authority to trust at that URL and for access tokens, instead of the system's; nil if it isn't
    /// set.
    public let fcmCAFile: String?
    /// The settings for pushes to browsers; nil if they are off.
    public let webPush: WebPushConfiguration?
    /// The networks, such as `10.0.0.0/8`, to which webhooks may point although they aren't public.
    public let webhookAllowedNets: [String]
    /// A PEM file with certificate authorities to trust besides the system's, for webhooks in those networks; nil if it isn't set.
    public let webhookCAFile: String?
    /// The settings for mail; nil if none is sent.
    public let mail: MailConfiguration?
    /// The key or token for TMDB's API; nil if the server has no catalogue.
    public let tmdbKey: String?
    /// The URL of TMDB's API, version 3, without a slash at the end.
    public let tmdbBaseURL: String
    /// The language of the catalogue's titles.
    public let tmdbLanguage: String
    /// Whether answers have the addresses of the catalogue's pictures, which readers load from the provider's host.
    public let mediaPictures: PictureServing
    /// The provider of subtitles; nil if the server fetches none.
    public let openSubtitles: OpenSubtitlesConfiguration?
    /// The folder for unfinished uploads, which are files without names.
    public let temporaryFolder: String
    /// The folder with further word lists for play besides the built-in English one; nil if there is none.
    public let wordsDirectory: String?
    /// A PEM file with the root certificates that verify the App Store's signatures; nil if none are trusted.
    public let storeKitRootsFile: String?
    /// Whether and in which form each request is logged.
    public let accessLog: AccessLogging
    /// The duration from which a round trip to the database counts as slow and is logged with its statements; nil if
    /// none is logged.
    public let slowQuery: Duration?
    /// Whether people may create tenants by the API.
    public let tenantSignup: TenantCreation
    /// Whether the server serves the web client.
    public let web: WebServing
    public let logLevel: Logger.Level
    public let logFormat: LogFormat

    /// Apple's URLs: the first for pushes with production keys, the second for pushes with sandbox keys.
    public static let appleURLs = ["https://api.push.apple.com", "https://api.sandbox.push.apple.com"]

    /// The URL of Google's push service for Android.
    public static let googleURL = "https://fcm.googleapis.com"

    /// The names of all environment variables that the programs read.
    public static let keys = [
        "DATABASE_URL", "MIGRATION_DATABASE_URL", "PUSH_DATABASE_URL", "DATABASE_ROLES", "DATABASE_POOL", "DATABASE_POOLER", "HOST",
        "PORT", "SHUTDOWN_NOTICE", "METRICS_HOST", "METRICS_PORT", "PUSH_METRICS_PORT", "CORS_ORIGINS", "PUBLIC_URL", "TRUSTED_PROXIES",
        "MASTER_KEY", "MASTER_KEY_FILE", "APNS_PRODUCTION_URL", "APNS_SANDBOX_URL", "APNS_CA_FILE", "FCM_URL", "FCM_CA_FILE",
        "WEB_PUSH_CONTACT", "WEB_PUSH_HOSTS", "WEB_PUSH_CA_FILE", "WEBHOOK_ALLOWED_NETS", "WEBHOOK_CA_FILE", "SMTP_URL", "MAIL_FROM",
        "MAIL_CA_FILE",
        "TMDB_API_KEY", "TMDB_BASE_URL", "TMDB_LANGUAGE", "MEDIA_PICTURES",
        "OPENSUBTITLES_API_KEY", "OPENSUBTITLES_USER", "OPENSUBTITLES_PASSWORD", "OPENSUBTITLES_BASE_URL",
        "WORDS_DIR", "STOREKIT_ROOTS_FILE", "TMPDIR", "TENANT_SIGNUP", "WEB", "ACCESS_LOG", "SLOW_QUERY_MS", "LOG_LEVEL", "LOG_FORMAT",
    ]

    /// The port to listen on if the configuration sets none.
    public static let usualPort = 8080

    /// Parses the configuration.
    /// - Parameter values: the environment variables by name. An empty variable counts as missing.
    /// - Throws: `ConfigurationError`, which lists all faults.
    public init(_ values: [String: String]) throws {
        var reader = Reader(values: values)
        databaseURL = reader.url("DATABASE_URL")
        migrationDatabaseURL = reader.url("MIGRATION_DATABASE_URL")
        pushDatabaseURL = reader.url("PUSH_DATABASE_URL")
        databaseRoles = reader.choice("DATABASE_ROLES", DatabaseRoles.allCases, default: .separate)
        databasePool = reader.number("DATABASE_POOL", 1...500, default: 16)
        databasePooler = reader.choice("DATABASE_POOLER", DatabasePooler.allCases, default: .none)
        (host, port) = (reader.text("HOST") ?? "127.0.0.1", reader.number("PORT", 0...65535, default: Self.usualPort))
        shutdownNotice = .seconds(reader.number("SHUTDOWN_NOTICE", 0...60, default: 0))
        metricsHost = reader.text("METRICS_HOST") ?? "127.0.0.1"
        metricsPort = reader.metricsPort("METRICS_PORT", default: 9090)
        pushMetricsPort = reader.metricsPort("PUSH_METRICS_PORT", default: 9091)
        (corsOrigins, publicURL) = (reader.origins("CORS_ORIGINS"), reader.origin("PUBLIC_URL"))
        trustedProxies = reader.number("TRUSTED_PROXIES", 0...16, default: 0)
        (masterKey, masterKeyFile) = (reader.text("MASTER_KEY"), reader.text("MASTER_KEY_FILE"))
        if masterKey != nil, masterKeyFile != nil { reader.faults.append("MASTER_KEY and MASTER_KEY_FILE are both set: choose one") }
        apnsProductionURL = reader.https("APNS_PRODUCTION_URL", default: Self.appleURLs[0])
        apnsSandboxURL = reader.https("APNS_SANDBOX_URL", default: Self.appleURLs[1])
        (apnsCAFile, webhookCAFile) = (reader.text("APNS_CA_FILE"), reader.text("WEBHOOK_CA_FILE"))
        (fcmURL, fcmCAFile) = (reader.https("FCM_URL", default: Self.googleURL), reader.text("FCM_CA_FILE"))
        (webPush, webhookAllowedNets, mail) = (reader.webPush(), reader.networks("WEBHOOK_ALLOWED_NETS"), reader.mail())
        (tmdbKey, tmdbBaseURL) = (reader.secret("TMDB_API_KEY"), reader.http("TMDB_BASE_URL", default: "https://api.themoviedb.org/3"))
        tmdbLanguage = reader.language("TMDB_LANGUAGE", default: "en-US")
        mediaPictures = reader.choice("MEDIA_PICTURES", PictureServing.allCases, default: .on)
        (openSubtitles, temporaryFolder) = (reader.openSubtitles(), reader.text("TMPDIR") ?? "/tmp")
        (wordsDirectory, storeKitRootsFile) = (reader.text("WORDS_DIR"), reader.text("STOREKIT_ROOTS_FILE"))
        tenantSignup = reader.choice("TENANT_SIGNUP", TenantCreation.allCases, default: .off)
        web = reader.choice("WEB", WebServing.allCases, default: .on)
        accessLog = reader.choice("ACCESS_LOG", AccessLogging.allCases, default: .on)
        slowQuery = reader.milliseconds("SLOW_QUERY_MS", 0...3_600_000, default: 1000)
        logLevel = reader.choice("LOG_LEVEL", Logger.Level.allCases, default: .info)
        logFormat = reader.choice("LOG_FORMAT", LogFormat.allCases, default: .text)
        guard reader.faults.isEmpty else { throw ConfigurationError(faults: reader.faults) }
    }
}

/// The settings for pushes to browsers.
public struct WebPushConfiguration: Sendable, Equatable {
    /// The address at which a push service reaches the operator, `mailto:` or `https:`.
    public let contact: String
    /// The hosts of the push services to which the worker may send; nil for those of today's browsers.
    public let hosts: [String]?
    /// A PEM file with the certificate authority to trust instead of the system's, for a stand-in; nil if it isn't set.
    public let caFile: String?
}

/// The settings for OpenSubtitles.com.
public struct OpenSubtitlesConfiguration: Sendable, Equatable {
    /// The key of the operator's API consumer.
    public let key: String
    /// The account whose quota of downloads counts; nil for the quota of the key.
    public let account: Account?
    /// The URL of the REST API, without a slash at the end.
    public let baseURL: String

    /// An account at OpenSubtitles.com.
    public struct Account: Sendable, Equatable {
        public let user: String
        public let password: String
    }
}

/// Whether the programs log in to PostgreSQL as separate roles or as one.
public enum DatabaseRoles: String, Sendable, CaseIterable {
    /// The owner, the server and the push worker each log in with a role of their own, which has only the rights that
    /// it needs.
    case separate
    /// All programs log in with one role, which owns the database. Most hosting providers offer only one.
    case single
}

/// The kind of connection pooler between a server and its database.
public enum DatabasePooler: String, Sendable, CaseIterable {
    case none
    /// A pooler that lends a connection for one transaction at a time, such as PgBouncer with
    /// `pool_mode = transaction`.
    case transaction
}

/// A port at which metrics are served.
public struct MetricsPort: Sendable, Equatable {
    public let number: Int
    /// Whether the configuration sets the port, rather than using the default. If it does, the program fails if the
    /// port isn't available.
    public let isSet: Bool
}

/// Whether people may create tenants by the API.
public enum TenantCreation: String, Sendable, CaseIterable {
    /// Anybody who reaches the server may create a tenant, within limits.
    case open
    /// Only operators create tenants.
    case off
}

/// Whether a server serves the web client beside the API.
public enum WebServing: String, Sendable, CaseIterable {
    case on
    case off
}

/// Whether answers have the addresses of the catalogue's pictures.
public enum PictureServing: String, Sendable, CaseIterable {
    case on
    case off
}

/// Whether and how each request is logged.
public enum AccessLogging: String, Sendable, CaseIterable {
    case on
    /// Each request is logged with the client's address.
    case address
    case off
}

/// The format of log lines.
public enum LogFormat: String, Sendable, CaseIterable {
    case text
    case json
}

/// All faults of the configuration.
public struct ConfigurationError: Error, CustomStringConvertible, Equatable {
    public let faults: [String]

    public var description: String { "The configuration is wrong: " + faults.joined(separator: "; ") + "." }
}

/// Reads values from the environment variables and collects all faults.
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

    /// Reads a URL to which paths are appended. It removes a slash at the end and refuses a query and a fragment.
    mutating func http(_ key: String, default value: String) -> String {
        guard let text = text(key) else { return value }
        if text.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-\[\]:]+(\/[A-Za-z0-9.\-_~\/]*)?/) == nil {
            faults.append("\(key) must be an address that begins with https:// or http:// and has no ? or #")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Reads a text of visible ASCII characters, which HTTP headers can contain; nil if the variable isn't set.
    mutating func secret(_ key: String) -> String? {
        guard let text = text(key) else { return nil }
        if !text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { faults.append("\(key) must have no blanks and only ASCII") }
        return text
    }

    /// Reads the settings for pushes to browsers; nil without a contact.
    mutating func webPush() -> WebPushConfiguration? {
        let names = (text("WEB_PUSH_HOSTS") ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let hosts = names.filter { !$0.isEmpty }
        let form = /([a-z0-9]([a-z0-9\-]*[a-z0-9])?\.)*[a-z]([a-z0-9\-]*[a-z0-9])?(:[1-9][0-9]{0,4})?/
        if !hosts.allSatisfy({ $0.wholeMatch(of: form) != nil }) {
            faults.append("WEB_PUSH_HOSTS must be host names in small letters, separated by commas: push.services.mozilla.com")
        }
        guard let contact = text("WEB_PUSH_CONTACT") else { return nil }
        if !Self.isContact(contact) {
            faults.append("WEB_PUSH_CONTACT must be an address at a public domain: mailto:ops@example.org or https://example.org")
        }
        return WebPushConfiguration(contact: contact, hosts: hosts.isEmpty ? nil : hosts, caFile: text("WEB_PUSH_CA_FILE"))
    }

    /// Reads the settings for mail; nil without them.
    mutating func mail() -> MailConfiguration? {
        let (url, sender, caFile) = (text("SMTP_URL"), text("MAIL_FROM"), text("MAIL_CA_FILE"))
        return MailConfiguration.read(url: url, sender: sender, caFile: caFile, faults: &faults)
    }

    /// Whether push services accept an address as a contact. Apple refuses those of domains that aren't public.
    private static func isContact(_ text: String) -> Bool {
        let form = /(?:mailto:[A-Za-z0-9._%+\-]+@|https:\/\/)(?:[A-Za-z0-9\-]+\.)+([A-Za-z][A-Za-z0-9\-]*)(?:\/[A-Za-z0-9._~\/\-]*)?/
        guard let match = text.wholeMatch(of: form) else { return false }
        return !["localhost", "local", "invalid"].contains(match.1.lowercased())
    }

    /// Reads the settings for OpenSubtitles.com; nil without a key.
    mutating func openSubtitles() -> OpenSubtitlesConfiguration? {
        let baseURL = http("OPENSUBTITLES_BASE_URL", default: "https://api.opensubtitles.com/api/v1")
        let (user, password) = (text("OPENSUBTITLES_USER"), text("OPENSUBTITLES_PASSWORD"))
        if (user == nil) != (password == nil) { faults.append("OPENSUBTITLES_USER and OPENSUBTITLES_PASSWORD must be set together") }
        let account = user.flatMap { user in password.map { OpenSubtitlesConfiguration.Account(user: user, password: $0) } }
        return secret("OPENSUBTITLES_API_KEY").map { OpenSubtitlesConfiguration(key: $0, account: account, baseURL: baseURL) }
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

    /// Reads a number of milliseconds; nil for 0.
    mutating func milliseconds(_ key: String, _ range: ClosedRange<Int>, default value: Int) -> Duration? {
        let number = number(key, range, default: value)
        return number == 0 ? nil : .milliseconds(number)
    }

    mutating func metricsPort(_ key: String, default value: Int) -> MetricsPort? {
        let number = number(key, 0...65535, default: value)
        return number == 0 ? nil : MetricsPort(number: number, isSet: text(key) != nil)
    }

    /// Reads networks, such as `10.0.0.0/8`.
    mutating func networks(_ key: String) -> [String] {
        let networks = (text(key) ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        if !networks.allSatisfy({ $0.wholeMatch(of: /[0-9A-Fa-f:.]+(\/[0-9]{1,3})?/) != nil }) {
            faults.append("\(key) must be networks, separated by commas: 10.0.0.0/8,fd00::/8")
        }
        return networks
    }

    /// Reads origins, which are later compared with a browser's `Origin` as whole texts. So they must be in lower case,
    /// without the default port and without a path.
    mutating func origins(_ key: String) -> [String] {
        let origins = (text(key) ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        if !origins.allSatisfy(Self.isOrigin) {
            faults.append("\(key) must be origins as browsers write them, separated by commas: https://sofa.example.org")
        }
        return origins
    }

    mutating func origin(_ key: String) -> String? {
        let origin = text(key)
        if let origin, !Self.isOrigin(origin) { faults.append("\(key) must be an address without a path: https://sofa.example.org") }
        return origin
    }

    /// Whether a text is an origin as browsers write it: without a slash at the end, and without the usual port.
    private static func isOrigin(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: /(https?):\/\/([a-z0-9.\-]+|\[[0-9a-f:.]+\])(:([1-9][0-9]{0,4}))?/) else { return false }
        let port = match.4.flatMap { Int($0) } ?? 0
        return port != (match.1 == "https" ? 443 : 80) && port <= 65535
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
