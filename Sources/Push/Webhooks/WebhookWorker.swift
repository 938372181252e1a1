import Domain
import Foundation
import Logging
import Secrets

/// Sends the messages of webhooks that are due, either once until none is left (`drain`) or for ever
/// (`runUntilStopped`). Any number of workers may run at once.
public actor WebhookWorker {
    /// The maximum number of messages in flight.
    private let limit: Int
    private let queue: WebhookQueue
    private let masterKey: MasterKey
    private let transport: WebhookTransport
    private let realTime: WallClock
    private let logger: Logger
    private nonisolated let signal = WorkerSignal()
    private var changedUsers: Set<UUID> = []
    private var inFlight = 0

    /// The number of attempts whose message was taken, and of those that failed.
    public private(set) var counts = (taken: 0, failed: 0)

    /// Creates a worker that hasn't begun to send.
    /// - Parameters:
    ///   - database: the database with the worker's role, and with the clock that the rules use.
    ///   - masterKey: decrypts the secrets of webhooks.
    ///   - realTime: the machine's clock, which receivers of messages compare with theirs.
    ///   - limit: the maximum number of messages in flight.
    public init(
        database: Database, masterKey: MasterKey, transport: WebhookTransport, realTime: WallClock = .system, limit: Int = 100,
        logger: Logger
    ) {
        self.limit = limit
        (queue, self.masterKey, self.transport) = (WebhookQueue(database), masterKey, transport)
        (self.realTime, self.logger) = (realTime, logger)
    }

    /// Sends messages until none is due, or until `stop` is called.
    /// - Throws: `unavailable` if the database can't be reached, after the messages in flight have ended.
    public func drain() async throws {
        var hasClaimed = true
        // A pass ends when as many messages are in flight as may be. More may be due then.
        while hasClaimed, !signal.isStopped {
            hasClaimed = try await withThrowingDiscardingTaskGroup { group in
                var hasClaimed = false
                while !signal.isStopped, try await claimAndStart(in: &group) { hasClaimed = true }
                return hasClaimed
            }
        }
    }

    /// Sends messages as they become due, until `stop` is called or the task is cancelled. After an error of the database,
    /// it tries again.
    /// - Parameter changedUsers: yields the users whose data has changed.
    public func runUntilStopped(changedUsers: AsyncStream<Set<UUID>>) async {
        let listening = Task { for await people in changedUsers { note(people) } }
        try? await withThrowingDiscardingTaskGroup { group in
            while !signal.isStopped, !Task.isCancelled {
                do {
                    try await scheduleMessages()
                    if try await claimAndStart(in: &group) { continue }
                    await rest(try await queue.timeUntilDue())
                } catch {
                    logger.failed("Webhooks can't be read", error)
                    await rest(0)
                }
            }
        }
        listening.cancel()
    }

    /// Stops claiming messages. Those in flight end within seconds, because each attempt has a time limit.
    public nonisolated func stop() {
        signal.stop()
    }

    private func note(_ people: Set<UUID>) {
        changedUsers.formUnion(people)
        signal.wake()
    }

    private func scheduleMessages() async throws {
        guard !changedUsers.isEmpty else { return }
        let people = changedUsers
        try await queue.scheduleMessages(for: people)
        changedUsers.subtract(people)
    }

    /// Claims messages that are due, and starts to send them.
    /// - Returns: whether it claimed any.
    private func claimAndStart(in group: inout ThrowingDiscardingTaskGroup<any Error>) async throws -> Bool {
        guard inFlight < limit else { return false }
        let claimed = try await queue.claim(limit: limit - inFlight)
        for delivery in claimed {
            inFlight += 1
            group.addTask { await self.deliver(delivery) }
        }
        return !claimed.isEmpty
    }

    private func deliver(_ delivery: WebhookDelivery) async {
        let outcome = await attempt(delivery)
        if outcome == .taken { counts.taken += 1 } else { counts.failed += 1 }
        do { try await queue.finish(delivery, outcome) } catch {
            // The message is sent again when its lease is over.
            logger.failed("A webhook's outcome couldn't be stored", error, ["bot": "\(delivery.botID)"])
        }
        inFlight -= 1
        signal.wake()
    }

    private func attempt(_ delivery: WebhookDelivery) async -> WebhookOutcome {
        do {
            let request = try WebhookRequest(delivery, signedBy: delivery.secrets(with: masterKey), at: realTime.now)
            switch await transport.send(request) {
            case .answered(200..<300): return .taken
            case .answered(410): return .gone("status 410")
            case .answered(let status): return .failed("status \(status)")
            case .failed(let reason): return .failed(reason)
            }
        } catch {
            let metadata: Logger.Metadata = ["tenant": "\(delivery.tenantID)", "bot": "\(delivery.botID)", "error": "\(error)"]
            logger.error("A webhook's secret can't be opened", metadata: metadata)
            return .failed("the secret can't be opened")
        }
    }

    /// Waits until there may be something to do or the time is over, but at least for a second, in which it collects
    /// announced changes.
    private func rest(_ seconds: TimeInterval?) async {
        try? await Task.sleep(for: .seconds(1))
        await signal.rest(seconds.map { $0 - 1 })
    }
}
