import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets
import Synchronization

/// Sends what is due, and as long as there is some, or for good.
///
/// Claims are small and frequent and take of every tenant, so that none waits for another's backlog; what is sent has no transaction open.
public actor PushWorker {
    /// How many pushes are in the works at once.
    private static let limit = 4000
    /// How many pushes to one tenant's people a claim takes. It is the more as long as what is claimed has ended a moment later, so that
    /// much goes together; and the less where Apple, the database or the machine is slow, so that no lease runs out and others get their
    /// turn.
    private static let (largeBatch, smallBatch) = (1000, 125)
    /// What ends within this is a moment.
    private static let brisk = Duration.seconds(1)
    /// However quiet it is, it looks again after this: for leases of workers that are gone, and in case a wake-up was lost.
    private static let longestRest = Duration.seconds(20)
    /// How long what is in flight may take to end when the program is to.
    private static let grace = Duration.seconds(10)
    /// Under `watch`, refused devices are looked through so often, and stopped keys tried again.
    private static let reviewInterval = Duration.seconds(3600)

    private let claim: ClaimDeliveries
    private let awaitDue: AwaitDue
    private let review: ReviewRefusals
    private let prune: PruneOutbox
    private let keyring: Keyring
    private let sender: PushSender
    private let gateway: PushGateway
    private let recorder: ResultRecorder
    private let logger: Logger
    public nonisolated let report = RunReport()

    /// Anything that may change what there is to do.
    private nonisolated let signals: AsyncStream<Void>
    private nonisolated let signal: AsyncStream<Void>.Continuation
    private var busy: [UUID: Int] = [:]
    /// How long it takes from a claim until a push of it has its result stored, as a mean in which the last count most.
    private var turnaround = PushWorker.brisk * 2
    private var inFlight = 0
    /// Where the number in flight falls to this, it is time to look for more.
    private var threshold = 0
    private nonisolated let stopping: StopFlag

    /// - Parameters:
    ///   - database: as the worker's role, with the clock that rules go by.
    ///   - masterKey: opens the tenants' keys.
    ///   - areas: every area that the program is made of: they say what there is to tell.
    ///   - realTime: the clock that Apple goes by.
    public init(
        database: Database, masterKey: MasterKey, areas: [Area], gateway: PushGateway, realTime: WallClock = .system, logger: Logger
    ) {
        claim = ClaimDeliveries(database)
        awaitDue = AwaitDue(database)
        review = ReviewRefusals(database)
        prune = PruneOutbox(database)
        self.gateway = gateway
        self.logger = logger
        keyring = Keyring(
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
    /// - Throws: `unavailable` where the database is away; what is in flight has ended by then.
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
    /// - Parameter wakes: told when something may be due at once.
    public func watch(wakes: AsyncStream<Void>) async {
        let waking = Task { for await _ in wakes { signal.yield() } }
        let reviewing = Task {
            while (try? await Task.sleep(for: Self.reviewInterval)) != nil { await startAnew() }
        }
        // It throws only where it isn't watching.
        try? await run(watching: true)
        waking.cancel()
        reviewing.cancel()
        await finish()
    }

    /// Claims no more, lets what is in flight end, for as long as `grace` at most, and gives back what hasn't begun.
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
                    let began = ContinuousClock.now
                    let claimed = try await claim(limit: Self.limit - inFlight, perTenant: tenantBatch, busy: lacking)
                    await report.count(claimed)
                    if claimed.inDoubt > 0 {
                        logger.warning(
                            "Notifications wait, since PostgreSQL doesn't know their recipients' time zones: see davenport check",
                            metadata: ["count": "\(claimed.inDoubt)"])
                    }
                    for delivery in claimed.deliveries { start(delivery, claimedAt: began, in: &group) }
                    guard claimed.taken == 0 else { continue }
                    if inFlight > 0 {
                        // Something may be waiting behind what is in the works.
                        await rest(.milliseconds(500), &iterator)
                    } else if wasBusy {
                        // What was in the works may have taken all the room that its tenant had.
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

    private var tenantBatch: Int { turnaround < Self.brisk ? Self.largeBatch : Self.smallBatch }

    /// What tenants lack to the room for a whole batch, each having room for three: while one is claimed, another is sent, and of a third
    /// the results are stored. Who has room for less than half of one waits for more: a small claim costs the database nearly as much as
    /// a large one.
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
        let outcome = await sender.deliver(delivery, startBy: began + LeaseParts.start)
        await recorder.record(delivery, outcome)
        turnaround = (turnaround * 15 + (ContinuousClock.now - began)) / 16
        inFlight -= 1
        busy[delivery.tenantID] = busy[delivery.tenantID].flatMap { $0 > 1 ? $0 - 1 : nil }
        if inFlight <= threshold { signal.yield() }
    }

    /// Waits until a batch or half of what is in the works has ended, whichever is less, something may be due, or so long.
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

    /// A run ends here, or an hour of watching.
    private func startAnew() async {
        do {
            for stopped in try await review() {
                logger.error(
                    "Devices of more than a fifth of a key's people were refused: nothing is pushed by it until it is set anew, or retried",
                    metadata: ["tenant": "\(stopped.tenantID)", "topic": "\(stopped.topic)", "environment": "\(stopped.environment)"])
            }
        } catch {
            logger.warning("Refused devices could not be looked through", metadata: ["error": "\(error)"])
        }
        do {
            while !stopping.isSet, try await prune() {}
        } catch {
            logger.warning("What ended long ago could not be removed", metadata: ["error": "\(error)"])
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
    /// What they tell, by kind: a kind belongs to one area.
    fileprivate var texts: [NotificationKind: NoticeText] {
        Dictionary(flatMap { $0.notices.map { ($0.kind, $0) } }) { first, _ in first }
    }
}

/// Set once, from anywhere.
private final class StopFlag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}
