import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets

/// Sends the notifications that are due, either once until none is left (`drain`) or for ever
/// (`runUntilStopped`).
///
/// Each claim takes at most one batch of every tenant's deliveries, so that no tenant waits for another's backlog. No
/// transaction is open while a notification is sent.
public actor PushWorker {
    /// The maximum number of pushes in flight at once.
    private static let limit = 4000
    /// The maximum number of deliveries of one tenant that a single claim takes, when all goes fast and when it
    /// doesn't. It is large while results are stored soon after the claim, so that many pushes share a claim. It is
    /// small while Apple, the database or the machine is slow, so that no lease expires and every tenant is served.
    private static let (largeBatch, smallBatch) = (1000, 125)
    /// If the average time from a claim to its stored results is below this limit, claims are large.
    private static let fastTurnaround = Duration.seconds(1)
    /// The time that pushes in flight have to end when the program ends.
    private static let grace = Duration.seconds(10)
    /// The interval at which the worker reviews the devices that Apple refused, and tries stopped push keys again.
    private static let reviewInterval = Duration.seconds(3600)

    private let queue: PushQueue
    private let sender: PushSender
    private let recorder: ResultRecorder
    private let logger: Logger
    public nonisolated let report = RunReport()

    private nonisolated let signal = WorkerSignal()
    private var inFlightByTenant: [UUID: Int] = [:]
    /// A moving average of the time from the claim of a delivery to its stored result.
    private var turnaround = PushWorker.fastTurnaround * 2
    private var inFlight = 0
    /// The worker is woken to claim more when the number of pushes in flight has fallen to this number.
    private var threshold = 0

    /// Creates a worker that hasn't begun to send.
    /// - Parameters:
    ///   - database: the database with the worker's role, and with the clock that the rules use.
    ///   - masterKey: decrypts the tenants' push keys.
    ///   - areas: all areas of the program, with their notifications.
    ///   - apple: carries pushes to Apple.
    ///   - android: the push service for Android; nil if pushes to Android are off.
    ///   - browsers: the push services of browsers; nil if pushes to browsers are off.
    ///   - translations: browsers' notifications in the languages that people choose.
    ///   - realTime: the machine's clock, which Apple's clock agrees with.
    public init(
        database: Database, masterKey: MasterKey, areas: [Area], apple: APNsTransport, android: FCMService? = nil,
        browsers: WebPushService? = nil, translations: Translations = .none, realTime: WallClock = .system, logger: Logger
    ) {
        queue = PushQueue(database)
        self.logger = logger
        let openKey = OpenPushKey(database, masterKey)
        let shareToken = ShareProviderToken(database, masterKey, realTime: realTime)
        let appleKeys = CredentialCache(AppleTokens(), openKey, shareToken, realTime: realTime, logger: logger)
        let googleKeys = CredentialCache(GoogleTokens(service: android), openKey, shareToken, realTime: realTime, logger: logger)
        let gateways: [DeviceKind: any PushGateway] = [
            .apns: AppleGateway(credentials: appleKeys, transport: apple, realTime: realTime),
            .fcm: AndroidGateway(android, googleKeys),
            .web: BrowserGateway(browsers, openKey, translations: translations, realTime: realTime, logger: logger),
        ]
        sender = PushSender(texts: areas.texts, gateways: gateways, signal: signal, logger: logger)
        recorder = ResultRecorder(queue, report: report, logger: logger)
    }

    /// Sends notifications until none is due, or until `stop` is called.
    /// - Throws: `unavailable` if the database can't be reached. Before it throws, it waits until the pushes in flight
    ///   have ended.
    public func drain() async throws {
        do {
            try await run(untilStopped: false)
        } catch {
            await finish()
            throw error
        }
        await finish()
    }

    /// Sends notifications as they become due, until `stop` is called or the task is cancelled. After an error of the
    /// database, it tries again.
    /// - Parameter wakes: yields an element when notifications may be due at once.
    public func runUntilStopped(wakes: AsyncStream<Void>) async {
        let waking = Task { for await _ in wakes { signal.wake() } }
        let reviewing = Task {
            while (try? await Task.sleep(for: Self.reviewInterval)) != nil { await doUpkeep() }
        }
        // With `untilStopped`, `run` throws nothing.
        try? await run(untilStopped: true)
        waking.cancel()
        reviewing.cancel()
        await finish()
    }

    /// Stops claiming deliveries. Pushes in flight have 10 seconds to end; other claimed deliveries are returned to the
    /// queue.
    public func stop() async {
        signal.stop()
        await closeGateways()
    }

    private nonisolated func closeGateways() async {
        await withDiscardingTaskGroup { group in
            for gateway in sender.gateways.values { group.addTask { await gateway.close(grace: Self.grace) } }
        }
    }

    private func run(untilStopped: Bool) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            while !signal.isStopped, !Task.isCancelled {
                guard inFlight < Self.limit else {
                    await rest(0.5)
                    continue
                }
                do {
                    let wasBusy = inFlight > 0
                    if try await claimAndStart(in: &group) { continue }
                    if inFlight > 0 {
                        // The claim may have left out deliveries of tenants with many pushes in flight, so claim again
                        // soon.
                        await rest(0.5)
                    } else if wasBusy {
                        // Pushes have ended during the claim, which may have left out deliveries because of them, so
                        // claim again.
                        continue
                    } else if untilStopped {
                        await rest(try await queue.timeUntilDue())
                    } else {
                        return
                    }
                } catch {
                    guard untilStopped else { throw error }
                    logger.failed("The outbox can't be read", error)
                    await rest(1)
                }
            }
        }
    }

    /// Claims deliveries that are due, and starts to send them.
    /// - Returns: whether it claimed any delivery.
    private func claimAndStart(in group: inout ThrowingDiscardingTaskGroup<any Error>) async throws -> Bool {
        let began = ContinuousClock.now
        let claimed = try await queue.claim(limit: Self.limit - inFlight, perTenant: tenantBatch, busy: batchShortfall)
        await report.count(claimed)
        if claimed.hasUnknownTimeZone > 0 {
            logger.warning(
                "Notifications wait, since PostgreSQL doesn't know their recipients' time zones: see davenport check",
                metadata: ["count": .stringConvertible(claimed.hasUnknownTimeZone)])
        }
        for delivery in claimed.deliveries { start(delivery, claimedAt: began, in: &group) }
        return claimed.taken > 0
    }

    private var tenantBatch: Int { turnaround < Self.fastTurnaround ? Self.largeBatch : Self.smallBatch }

    /// The number of deliveries by which the next claim must stay below a whole batch, by tenant. Only tenants with
    /// many pushes in flight are in it. Up to three batches of a tenant may be in progress: one is being claimed, one
    /// sent, and one stored. If less than half a batch is left for a tenant, the claim takes none of its deliveries,
    /// because a small claim costs the database nearly as much as a large one.
    private var batchShortfall: [UUID: Int] {
        let batch = tenantBatch
        return inFlightByTenant.compactMapValues { count in
            let lack = max(count - 2 * batch, 0)
            return lack == 0 ? nil : 2 * lack > batch ? batch : lack
        }
    }

    private func start(
        _ delivery: Delivery, claimedAt began: ContinuousClock.Instant, in group: inout ThrowingDiscardingTaskGroup<any Error>
    ) {
        inFlight += 1
        inFlightByTenant[delivery.tenantID, default: 0] += 1
        group.addTask { await self.deliver(delivery, claimedAt: began) }
    }

    private func deliver(_ delivery: Delivery, claimedAt began: ContinuousClock.Instant) async {
        let outcome = await sender.deliver(delivery, startBy: began + LeaseTimes.start)
        await recorder.record(delivery, outcome)
        turnaround = (turnaround * 15 + (ContinuousClock.now - began)) / 16
        inFlight -= 1
        inFlightByTenant[delivery.tenantID] = inFlightByTenant[delivery.tenantID].flatMap { $0 > 1 ? $0 - 1 : nil }
        if inFlight <= threshold { signal.wake() }
    }

    /// Waits until there may be something to do or the time is over. It also ends when enough pushes in flight have
    /// ended: a whole batch, or half of all in flight if that is less.
    private func rest(_ seconds: TimeInterval?) async {
        threshold = max(inFlight / 2, inFlight - tenantBatch)
        await signal.rest(seconds)
        threshold = 0
    }

    /// Does the upkeep that follows each run, and each hour of a worker that runs for ever: reviews refused devices, deletes old
    /// deliveries, empties the cache of credentials, and logs the counts.
    private func doUpkeep() async {
        do {
            for stopped in try await queue.reviewRefusals() {
                logger.error(
                    "Devices of over a fifth of a key's users were refused: nothing is pushed with it until it is replaced or retried",
                    metadata: [
                        "tenant": "\(stopped.tenantID)", "service": "\(stopped.kind)", "topic": "\(stopped.topic)",
                        "environment": "\(stopped.environment)",
                    ])
            }
        } catch {
            logger.failed("Refused devices couldn't be reviewed", error)
        }
        do {
            while !signal.isStopped, try await queue.prune() {}
        } catch {
            logger.failed("Old finished deliveries couldn't be deleted", error)
        }
        var (tokens, connections) = (0, 0)
        for gateway in sender.gateways.values {
            await gateway.beginRun()
            let counts = await gateway.counts
            (tokens, connections) = (tokens + counts.tokens, connections + counts.connections)
        }
        let line = await report.line
        let metadata = await report.metadata(tokensCreated: tokens, connections: connections)
        logger.info("\(line)", metadata: metadata)
    }

    private func finish() async {
        if !signal.isStopped { await closeGateways() }
        await doUpkeep()
    }
}

extension [Area] {
    /// The texts of the notifications of all areas, by kind. Each kind belongs to exactly one area.
    var texts: [NotificationKind: NoticeText] {
        Dictionary(flatMap { $0.notices.map { ($0.kind, $0) } }) { first, _ in first }
    }
}
