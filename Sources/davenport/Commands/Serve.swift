import ArgumentParser
import Catalogue
import Domain
import Foundation
import Logging
import Pictures
import Play
import Postgres
import Programs
import Prometheus
import Schema
import Secrets
import Server
import ServiceLifecycle
import Settings
import UnixSignals
import Web

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the API and the web client.",
        discussion: """
            The database must be up to date (davenport migrate). After SIGTERM, requests in flight may still end.

              DATABASE_URL=postgresql://davenport:secret@db/davenport davenport serve --host 0.0.0.0
            """)

    @Option(help: "The address to listen on; HOST or 127.0.0.1 unless given.")
    var host: String?
    @Option(help: "The port to listen on; PORT or \(Configuration.usualPort) unless given.")
    var port: Int?
    @OptionGroup var database: DatabaseOptions

    func validate() throws { try Port.check(port) }

    func run() async throws {
        limitFreedMemory()
        let configuration = try Configuration(DotEnv.environment())
        let logger = configuration.logger(label: "davenport")
        logger.info("davenport \(Release.current)")
        let serving = Serving(
            url: try database.serverURL(configuration), pool: configuration.databasePool, host: host ?? configuration.host,
            port: port ?? configuration.port, trustedProxies: configuration.trustedProxies, configuration: configuration,
            isSingleRole: database.isSingleRole(configuration), webPushHosts: try database.webPushTarget(configuration)?.hosts,
            masterKey: try database.optionalMasterKey(configuration), sendsMail: configuration.mail != nil,
            webOrigin: configuration.publicURL, logger: logger)
        try await serving.run { port in
            releaseStartupCode()
            logger.info("Serving on port \(port)")
        }
    }
}

/// The server with its connection pool, from its start to the end of its last request.
struct Serving {
    let url: String
    let pool: Int
    let host: String
    let port: Int
    var trustedProxies = 0
    var clock = WallClock.system
    /// The configuration of the program, from its environment variables.
    let configuration: Configuration
    /// Whether `davenport dev` runs the server. If so, it shuts down without notice, and serves metrics only on a port
    /// that the configuration sets.
    var isDevelopment = false
    /// Whether all programs log in with one PostgreSQL role.
    var isSingleRole = false
    /// The push services whose browsers may register; nil if browsers aren't notified.
    var webPushHosts: PushServiceHosts?
    /// Encrypts the secrets of webhooks; nil if bots can't have webhooks.
    var masterKey: MasterKey?
    /// Whether the push worker sends e-mails.
    var sendsMail = false
    /// The address of the web client for communities without a host; nil if there is none.
    var webOrigin: String?
    /// A folder with the web client's files, which the server reads anew for each answer. If it is nil, the server
    /// reads the files that are installed beside the program, once.
    var webFolder: String?
    /// A folder with the page that shows the web client's parts in all their states; nil if it isn't served.
    var designFolder: String?
    let logger: Logger

    /// Serves until the program receives SIGTERM or SIGINT.
    /// - Parameter onListening: called with the port as soon as the server listens.
    func run(onListening: @escaping @Sendable (Int) async -> Void) async throws {
        let monitoring = try Monitoring(configuration, besides: host, port, isDevelopment: isDevelopment, logger: logger)
        let pool = Pool(
            .init(
                uri: url, size: pool, isBehindPooler: configuration.databasePooler == .transaction, slow: configuration.slowQuery,
                applicationName: "davenport serve"),
            measures: monitoring.registry.poolMeasures, logger: logger)
        do { try await serve(pool, monitoring, onListening) } catch {
            await pool.close()
            throw Failure(sentence(for: error))
        }
        await pool.close()
        monitoring.end()
    }

    private func serve(_ pool: Pool, _ monitoring: Monitoring, _ onListening: @escaping @Sendable (Int) async -> Void) async throws {
        let database = Database(pool: pool, clock: clock, outages: OutageLog(logger: logger))
        let catalogue = MediaCatalogue.configured(configuration, database: database, logger: logger)
        let subtitles = SubtitleCatalogue.configured(configuration, database: database, logger: logger)
        // In parallel, since reading the words and the web client takes as long as connecting to the database.
        async let words = WordLists(try WordFiles.read(configuration))
        async let web = web(catalogue)
        try await requireBoundRole(database, from: "DATABASE_URL", isSingleRole: isSingleRole)
        let migrations = try Schema.migrationNames()
        let readiness = CheckReadiness(database, migrations: migrations, isSingleRole: isSingleRole)
        if case .notReady(let reason) = await readiness() { logger.warning("Not ready yet: \(reason)") }
        let (services, passwords, pictures) = (try await services(catalogue, subtitles, words), PasswordHasher(), PictureProcess())
        let metrics = try await monitoring.begin(
            pool, size: self.pool, passwords, pictures, catalogue, subtitles, database.changeNotifier, schema: migrations.last ?? "none")
        var serverOptions = monitoring.serverOptions
        serverOptions.web = try await web
        let server = try DavenportServer(
            host: host, port: port,
            useCases: UseCases(
                database: database, passwords: passwords, areas: Areas.all, services: services, decoder: pictures,
                temporaryFolder: configuration.temporaryFolder, logger: logger),
            readiness: readiness, trustedProxies: trustedProxies, limits: limits, serverOptions: serverOptions, logger: logger,
            onListening: onListening)
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: ServerService(server: server))], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        let alarm = ShutdownDeadline(after: limits.shutdownNotice + limits.shutdownTimeout)
        defer { alarm.turnOff() }
        let listening = configuration.databasePooler == .none ? listening(for: database.changeNotifier) : nil
        defer { listening?.cancel() }
        try await group.run()
        await metrics?.close()
        await catalogue?.close()
        await subtitles?.close()
    }
}

extension Serving {
    private var limits: EdgeLimits {
        var limits = EdgeLimits()
        limits.shutdownNotice = configuration.shutdownNotice
        if isDevelopment { (limits.shutdownNotice, limits.lastRequestWindow) = (.zero, .zero) }
        return limits
    }

    /// Returns what the areas need besides the database.
    private func services(_ catalogue: MediaCatalogue?, _ subtitles: SubtitleCatalogue?, _ words: WordLists) throws -> Services {
        var services = Services(catalogue, subtitles)
        services.createsTenants = configuration.tenantSignup == .open
        services.sendsMail = sendsMail
        services[WebOrigin.self] = webOrigin.map(WebOrigin.init)
        services[WordLists.self] = words
        services[SignedPayloads.self] = try SignedPayloads.configured(configuration)
        services[PushServiceHosts.self] = webPushHosts
        services[MasterKey.self] = masterKey
        return services
    }

    /// Returns the web client that the server serves; nil if the configuration turns it off.
    private func web(_ catalogue: MediaCatalogue?) throws -> WebOptions? {
        guard configuration.web == .on else { return nil }
        let folder = webFolder.map { URL(filePath: $0, directoryHint: .isDirectory) } ?? WebClient.folder
        let design = designFolder.map { URL(filePath: $0, directoryHint: .isDirectory) }
        return try WebOptions(folder: folder, isLive: webFolder != nil, design: design) { await catalogue?.pictureOrigin }
    }

    /// Notifies long polls of the changes that other servers of this database commit. It receives these changes on a
    /// connection of its own.
    ///
    /// `LISTEN` doesn't work through a pooler that lends a connection for one transaction at a time. Behind such a
    /// pooler, a long poll finds these changes only when it ends.
    private func listening(for changeNotifier: ChangeNotifier) -> Task<Void, Never> {
        let listener = Listener(uri: url, channels: [ChangeNotifier.channel], applicationName: "davenport serve", logger: logger)
        return Task {
            for await case .notification(_, let payload) in listener.events() { changeNotifier.receive(payload) }
        }
    }
}

private struct ServerService: Service, CustomStringConvertible {
    let server: DavenportServer
    /// The service's name in logs. Without it, a log line would print every property of the server.
    let description = "server"

    func run() async throws {
        try await server.run()
    }
}

/// Checks a port from the command line.
enum Port {
    /// Checks that a port number exists. The system would use only the lower 16 bits of a larger number.
    /// - Throws: `ValidationError` if the number isn't from 0 to 65535.
    static func check(_ port: Int?) throws {
        guard (0...65535).contains(port ?? 0) else { throw ValidationError("--port must be from 0 to 65535.") }
    }

    /// Checks that no other program listens at a port of this machine, before a command does what takes long.
    /// - Throws: `Failure` if one does.
    static func requireFree(_ port: Int) async throws {
        guard port > 0 else { return }
        do {
            try await MetricsEndpoint.open(host: "127.0.0.1", port: port, of: Registry([])).close()
        } catch let error as AddressUnusable {
            throw Failure("Nothing can be served at 127.0.0.1:\(port), since \(error.reason): choose another with --port.")
        }
    }
}
