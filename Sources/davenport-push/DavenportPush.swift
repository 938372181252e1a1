import ArgumentParser
import Domain
import Foundation
import Logging
import NIOPosix
import Postgres
import Programs
import Prometheus
import Push
import Schema
import Settings
import UnixSignals
import Web

/// The command-line program `davenport-push`, the push worker.
@main
struct DavenportPush: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "davenport-push",
        abstract: """
            Send the notifications that are due to Apple, to Android and to browsers, the messages to bots' webhooks, and e-mails, and end; or keep \
            running and send each as it becomes due.
            """,
        discussion: """
            Any number of workers may run at once, on any number of machines. From cron, every minute:
              * * * * *  davenport-push
            As a service:
              davenport-push --watch
            From cron, monitored by Prometheus' node exporter:
              davenport-push --metrics-file /var/lib/prometheus/node-exporter/davenport-push.prom
            The push keys are set with: davenport push key set, davenport push fcm-key set, and davenport push web-key show
            """,
        version: "davenport-push \(Release.current)")

    @Flag(help: "Keep running, and send what becomes due, until SIGTERM.")
    var watch = false
    @Option(help: "A file that ends with .prom, for metrics of runs that end: counters go on from its values.")
    var metricsFile: String?
    @OptionGroup var database: DatabaseOptions

    static func main() async {
        // A name server that doesn't answer holds a thread. The usual limit is 10 seconds for each name.
        setenv("RES_OPTIONS", "timeout:2 attempts:1", 0)
        await runProgram()
    }

    func validate() throws {
        guard let metricsFile else { return }
        if watch { throw ValidationError("--metrics-file is for runs that end: with --watch, metrics are served at PUSH_METRICS_PORT.") }
        if !metricsFile.hasSuffix(".prom") { throw ValidationError("--metrics-file must end with .prom.") }
    }

    func run() async throws {
        let configuration = try Configuration(DotEnv.environment())
        let logger = configuration.logger(label: "davenport-push")
        if watch { logger.info("davenport-push \(Release.current)") }
        let url = try await workerURL(configuration, logger)
        let apple = try await target(configuration)
        let registry = watch ? Registry.ofProgram() : Registry.ofRun()
        var pooling = PoolConfiguration(
            uri: url, size: Self.connections, slow: configuration.slowQuery, applicationName: "davenport-push")
        pooling.transactionSettings = database.transactionSettings(configuration)
        let pool = Pool(pooling, measures: registry.poolMeasures, logger: logger)
        let outbox = Database(pool: pool, clock: try database.clock(configuration), outages: watch ? OutageLog(logger: logger) : nil)
        let workers = try workers(outbox, apple, configuration, logger)
        let stopping = Task { for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) { await workers.stop() } }
        do {
            try await requireBoundRole(outbox, from: "PUSH_DATABASE_URL", isSingleRole: database.isSingleRole(configuration))
            registry.observe(workers, outbox)
            if watch {
                registry.observe(build: try Schema.migrationNames().last ?? "none")
                registry.observe(pool, size: Self.connections)
                let metrics = try await registry.serve(
                    at: configuration.pushMetricsPort, of: configuration.metricsHost, from: "PUSH_METRICS_PORT", logger)
                await workers.runUntilStopped(announcements(url, logger))
                await metrics?.close()
            } else {
                try await workers.drain()
                try await writeMetrics(registry)
            }
        } catch {
            await pool.close()
            throw Failure(sentence(for: error))
        }
        stopping.cancel()
        await pool.close()
    }

    private static let connections = 4

    private func workers(_ outbox: Database, _ apple: APNsTarget, _ configuration: Configuration, _ logger: Logger) throws -> Workers {
        Workers(
            pushes: try worker(outbox, apple, configuration, logger), webhooks: try webhookWorker(outbox, configuration, logger),
            mails: try mailWorker(outbox, configuration, logger))
    }

    private func worker(_ outbox: Database, _ apple: APNsTarget, _ configuration: Configuration, _ logger: Logger) throws -> PushWorker {
        PushWorker(
            database: outbox, masterKey: try database.masterKey(configuration), areas: Areas.all,
            apple: .apple(
                productionURL: apple.productionURL, sandboxURL: apple.sandboxURL, caFile: apple.caFile,
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger),
            android: try database.fcmTarget(configuration).map {
                FCMService(url: $0.url, tokenHosts: $0.tokenHosts, transport: .https(caFile: $0.caFile))
            },
            browsers: try database.webPushTarget(configuration).map {
                WebPushService(contact: $0.contact, hosts: $0.hosts, transport: .https(caFile: $0.caFile))
            },
            translations: try Translations.load(WebClient.folder), logger: logger)
    }

    /// Returns the worker for e-mails; nil without a mail server.
    private func mailWorker(_ outbox: Database, _ configuration: Configuration, _ logger: Logger) throws -> MailWorker? {
        try database.mailTarget(configuration).map { target in
            MailWorker(
                database: outbox, transport: target.transport { logger.info("\($0)") }, sender: target.sender,
                origin: database.webOrigin(configuration), areas: Areas.all, translations: try Translations.load(WebClient.folder),
                logger: logger)
        }
    }

    /// Writes the metrics of this run to the file that the option names. Without the option, it does nothing.
    private func writeMetrics(_ registry: Registry) async throws {
        guard let metricsFile else { return }
        registry.observeRun()
        do { try await MetricsFile(metricsFile).write(registry) } catch {
            throw Failure("The metrics can't be written to \(metricsFile): is its folder there, and may this user write to it?")
        }
    }

    /// Returns the database's URL with the worker's role. With `--watch` and the private PostgreSQL, this function
    /// waits until `davenport dev` has started that server.
    private func workerURL(_ configuration: Configuration, _ logger: Logger) async throws -> String {
        guard watch, database.isPrivate(configuration) else { return try database.workerURL(configuration) }
        var hasLogged = false
        while true {
            if let url = try? database.workerURL(configuration), (try? database.masterKey(configuration)) != nil { return url }
            if !hasLogged { logger.info("Waiting for davenport dev with its private PostgreSQL in \(database.data)") }
            hasLogged = true
            try await Task.sleep(for: .milliseconds(250))
        }
    }

    /// Returns where to send pushes. With the private PostgreSQL, pushes go to a stand-in for Apple. If the stand-in
    /// doesn't run, this function fails, because the worker would otherwise retry for ever without an error.
    private func target(_ configuration: Configuration) async throws -> APNsTarget {
        let target = try database.apnsTarget(configuration)
        if database.isPrivate(configuration), let fault = await PushServiceCheck.fault(url: target.sandboxURL, caFile: target.caFile) {
            throw Failure("The stand-in for Apple at \(target.sandboxURL) can't be reached (\(fault)): start it with bin/dev.")
        }
        return target
    }

    private func webhookWorker(_ outbox: Database, _ configuration: Configuration, _ logger: Logger) throws -> WebhookWorker {
        let networks = try configuration.webhookAllowedNets.map { text in
            guard let network = AddressBlock(text) else { throw Failure("WEBHOOK_ALLOWED_NETS: \(text) is no network, as 10.0.0.0/8 is.") }
            return network
        }
        return WebhookWorker(
            database: outbox, masterKey: try database.masterKey(configuration),
            transport: try webhookTransport(AddressGuard(allowing: networks), configuration), logger: logger)
    }

    private func webhookTransport(_ addressGuard: AddressGuard, _ configuration: Configuration) throws -> WebhookTransport {
        do { return try .https(addressGuard, caFile: configuration.webhookCAFile) } catch {
            throw Failure("WEBHOOK_CA_FILE: \(configuration.webhookCAFile ?? "") can't be read, or has no certificate in PEM.")
        }
    }

    /// Returns what other programs announce in the database.
    private func announcements(_ url: String, _ logger: Logger) -> Workers.Announcements {
        let channels = [OutboxChannel.name, ChangeNotifier.channel]
        let listener = Listener(uri: url, channels: channels, applicationName: "davenport-push", logger: logger)
        let pushes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let mails = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let users = AsyncStream.makeStream(of: Set<UUID>.self, bufferingPolicy: .bufferingNewest(1024))
        let task = Task {
            for await event in listener.events() {
                if case .notification(ChangeNotifier.channel, let payload) = event {
                    users.continuation.yield(ChangeNotifier.people(in: payload))
                } else {
                    pushes.continuation.yield()
                    mails.continuation.yield()
                }
            }
        }
        pushes.continuation.onTermination = { _ in task.cancel() }
        return (pushes.stream, mails.stream, users.stream)
    }
}

/// The workers of the program: for notifications, for the messages to bots' webhooks, and for e-mails.
struct Workers {
    /// Streams that yield when notifications or mails may be due, and the users whose data has changed.
    typealias Announcements = (duePushes: AsyncStream<Void>, dueMails: AsyncStream<Void>, changedUsers: AsyncStream<Set<UUID>>)

    let pushes: PushWorker
    let webhooks: WebhookWorker
    /// Nil if the program sends no e-mails.
    let mails: MailWorker?

    func drain() async throws {
        try await pushes.drain()
        try await webhooks.drain()
        try await mails?.drain()
    }

    /// Runs all workers, and returns when all of them have stopped.
    func runUntilStopped(_ announcements: Announcements) async {
        async let sendingWebhooks: Void = webhooks.runUntilStopped(changedUsers: announcements.changedUsers)
        async let sendingMails: Void? = mails?.runUntilStopped(wakes: announcements.dueMails)
        await pushes.runUntilStopped(wakes: announcements.duePushes)
        _ = await (sendingWebhooks, sendingMails)
    }

    func stop() async {
        webhooks.stop()
        await mails?.stop()
        await pushes.stop()
    }
}
