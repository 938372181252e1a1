import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets
import Synchronization

/// Sends notifications that are due, until none is or for good.
///
/// Claims are small and frequent and take rows of every tenant, so that no tenant waits for another's backlog. No transaction is
/// open while a notification is sent.
public actor PushWorker {
    /// The most pushes in flight at once.
    private static let limit = 4000
    /// The number of pushes to one tenant that a claim takes. It is large while claimed pushes end within `brisk`, so that many
    /// share a claim. It is small where Apple, the database or the machine is slow, so that no lease expires and other tenants are
    /// served.
    private static let (largeBatch, smallBatch) = (1000, 125)
    /// The turnaround below which claims are large.
    private static let brisk = Duration.seconds(1)
    /// The longest rest between two claims, for leases of dead workers and for a wake-up that was lost.
    private static let longestRest = Duration.seconds(20)
    /// The time that pushes in flight have when the program ends.
    private static let grace = Duration.seconds(10)
    /// Under `watch`, the interval at which refused devices are reviewed and stopped keys retried.
    private static let reviewInterval = Duration.seconds(3600)

    private let claim: ClaimDeliveries
    private let awaitDue: TimeUntilNextDue
    private let review: ReviewRefusals
    private let prune: PruneOutbox
    private let keyring: CredentialCache
    private let sender: PushSender
    private let gateway: PushGateway
    private let recorder: ResultRecorder
    private let logger: Logger
    public nonisolated let report = RunReport()

    /// Signals that there may be something to do.
    private nonisolated let signals: AsyncStream<Void>
    private nonisolated let signal: AsyncStream<Void>.Continuation
    private var busy: [UUID: Int] = [:]
    /// The time from a claim to the stored result of a push: a moving average.
    private var turnaround = PushWorker.brisk * 2
    private var inFlight = 0
    /// The number in flight at which it is time to claim more.
    private var threshold = 0
    private nonisolated let stopping: StopFlag

    /// - Parameters:
    ///   - database: as the worker's role, with the clock that rules go by.
    ///   - masterKey: decrypts the tenants' keys.
    ///   - areas: every area of the program, with its notifications.
    ///   - realTime: the clock that Apple goes by.
    public init(
        database: Database, masterKey: MasterKey, areas: [Area], gateway: PushGateway, realTime: WallClock = .system, logger: Logger
    ) {
        claim = ClaimDeliveries(database)
        awaitDue = TimeUntilNextDue(database)
        review = ReviewRefusals(database)
        prune = PruneOutbox(database)
        self.gateway = gateway
        self.logger = logger
        keyring = CredentialCache(
            OpenPushKey(database, masterKey), ShareProviderToken(database, masterKey, realTime: realTime), realTime: realTime,
            logger: logger)
        let stopping = StopFlag()
        self.stopping = stopping
        sender = PushSender(
            texts: areas.texts, keyring: keyring, gateway: gateway, realTime: realTime, isStopping: { stopping.isSet }, logger: logger)
        recorder = ResultRecorder(RecordResults(database), report: report, logger: logger)
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sends what is due until nothing is, or until `stop`.
    /// - Throws: `unavailable` if the database can't be reached. Pushes in flight have ended by then.
    public func drain() async throws {
        do {
            try await run(watching: false)
        } catch {
            await finish()
            throw error
        }
        await finish()
    }

    /// Sends what becomes due until `stop` or until the task is cancelled, whatever happens to the database meanwhile.
    /// - Parameter wakes: yields when something may be due at once.
    public func watch(wakes: AsyncStream<Void>) async {
        let waking = Task { for await _ in wakes { signal.yield() } }
        let reviewing = Task {
            while (try? await Task.sleep(for: Self.reviewInterval)) != nil { await startAnew() }
        }
        // `run` throws only without `watching`.
        try? await run(watching: true)
        waking.cancel()
        reviewing.cancel()
        await finish()
    }

    /// Stops claiming, lets pushes in flight end within `grace`, and gives back the rest.
    public func stop() async {
        stopping.set()
        signal.yield()
        await gateway.close(Self.grace)
    }

    private func run(watching: Bool) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            var iterator = signals.makeAsyncIterator()
            while !stopping.isSet, !Task.isCancelled {
                guard inFlight < Self.limit else {
                    await rest(.milliseconds(500), &iterator)
                    continue
                }
                do {
                    let wasBusy = inFlight > 0
                    if try await claimAndStart(in: &group) { continue }
                    if inFlight > 0 {
                        // Something may wait behind the pushes in flight.
                        await rest(.milliseconds(500), &iterator)
                    } else if wasBusy {
                        // The pushes in flight may have taken all the room that their tenant had.
                        continue
                    } else if watching {
                        await rest(try await untilDue(), &iterator)
                    } else {
                        return
                    }
                } catch {
                    guard watching else { throw error }
                    logger.warning("The outbox can't be read", metadata: ["error": "\(error)"])
                    await rest(.seconds(1), &iterator)
                }
            }
        }
    }

    /// Claims what is due, and starts to send it.
    /// - Returns: whether it has claimed anything.
    private func claimAndStart(in group: inout ThrowingDiscardingTaskGroup<any Error>) async throws -> Bool {
        let began = ContinuousClock.now
        let claimed = try await claim(limit: Self.limit - inFlight, perTenant: tenantBatch, busy: lacking)
        await report.count(claimed)
        if claimed.hasUnknownTimeZone > 0 {
            logger.warning(
                "Notifications wait, since PostgreSQL doesn't know their recipients' time zones: see davenport check",
                metadata: ["count": "\(claimed.hasUnknownTimeZone)"])
        }
        for delivery in claimed.deliveries { start(delivery, claimedAt: began, in: &group) }
        return claimed.taken > 0
    }

    private var tenantBatch: Int { turnaround < Self.brisk ? Self.largeBatch : Self.smallBatch }

    /// The room that busy tenants lack for a whole batch. A tenant has room for three: one is claimed, another is sent, and of a
    /// third the results are stored. A tenant with room for less than half a batch waits, since a small claim costs the database
    /// nearly as much as a large one.
    private var lacking: [UUID: Int] {
        let batch = tenantBatch
        return busy.compactMapValues { count in
            let lack = max(count - 2 * batch, 0)
            return lack == 0 ? nil : 2 * lack > batch ? batch : lack
        }
    }

    private func start(
        _ delivery: Delivery, claimedAt began: ContinuousClock.Instant, in group: inout ThrowingDiscardingTaskGroup<any Error>
    ) {
        inFlight += 1
        busy[delivery.tenantID, default: 0] += 1
        group.addTask { await self.deliver(delivery, claimedAt: began) }
    }

    private func deliver(_ delivery: Delivery, claimedAt began: ContinuousClock.Instant) async {
        let outcome = await sender.deliver(delivery, startBy: began + LeaseTimes.start)
        await recorder.record(delivery, outcome)
        turnaround = (turnaround * 15 + (ContinuousClock.now - began)) / 16
        inFlight -= 1
        busy[delivery.tenantID] = busy[delivery.tenantID].flatMap { $0 > 1 ? $0 - 1 : nil }
        if inFlight <= threshold { signal.yield() }
    }

    /// Waits until a batch or half of the pushes in flight has ended, whichever is less, until something may be due, or until the
    /// time is up.
    private func rest(_ duration: Duration, _ iterator: inout AsyncStream<Void>.AsyncIterator) async {
        threshold = max(inFlight / 2, inFlight - tenantBatch)
        let timer = Task { [signal] in
            try await Task.sleep(for: duration)
            signal.yield()
        }
        await iterator.next(isolation: self)
        timer.cancel()
        threshold = 0
    }

    private func untilDue() async throws -> Duration {
        let seconds = try await awaitDue() ?? .infinity
        return min(Self.longestRest, .seconds(min(max(seconds, 0.05), 3600)))
    }

    /// Ends a run, or an hour of watching.
    private func startAnew() async {
        do {
            for stopped in try await review() {
                logger.error(
                    "Apple refused devices of over a fifth of a key's users: nothing is pushed with it until it is replaced or retried",
                    metadata: ["tenant": "\(stopped.tenantID)", "topic": "\(stopped.topic)", "environment": "\(stopped.environment)"])
            }
        } catch {
            logger.warning("Refused devices couldn't be reviewed", metadata: ["error": "\(error)"])
        }
        do {
            while !stopping.isSet, try await prune() {}
        } catch {
            logger.warning("Old finished deliveries couldn't be deleted", metadata: ["error": "\(error)"])
        }
        await keyring.reset()
        let line = await report.line
        let metadata = await report.metadata(minted: await keyring.minted, connections: gateway.connections())
        logger.info("\(line)", metadata: metadata)
    }

    private func finish() async {
        if !stopping.isSet { await gateway.close(Self.grace) }
        await startAnew()
    }
}

extension [Area] {
    /// The texts of all areas by kind. A kind belongs to one area.
    fileprivate var texts: [NotificationKind: NoticeText] {
        Dictionary(flatMap { $0.notices.map { ($0.kind, $0) } }) { first, _ in first }
    }
}

/// A flag that any thread sets once.
private final class StopFlag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}
