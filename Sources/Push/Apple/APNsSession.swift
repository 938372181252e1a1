import Logging
import NIOCore
import NIOHTTP2
import NIOSSL

/// The queue of one team's pushes, and the connection that sends them. It runs on one event loop.
///
/// At most one connection starts new pushes. After Apple ends a connection with a GOAWAY, the old connection exists
/// beside the new one until its pushes in flight have ended.
final class APNsSession {
    private enum Link {
        case down
        case connecting(APNsConnection)
        /// The last connection failed. The next attempt to connect must wait until a pause is over.
        case resting
        case up(APNsConnection)
    }

    let logger: Logger
    private let loop: any EventLoop
    private let address: Result<APNsAddress, APNsAddress.Fault>
    private let timing: APNsTiming
    private let opened: () -> Void
    private var link = Link.down
    private var connections: [ObjectIdentifier: APNsConnection] = [:]
    private var waiting = CircularBuffer<PendingPush>()
    private var sweep: Scheduled<Void>?
    private var failures = 0
    private var closers: [() -> Void]?

    /// How often a push is sent again after Apple has returned it unprocessed. After one more return, the push fails.
    private static let returnLimit = 3
    /// The interval at which the queue is searched for pushes whose latest start has passed.
    private static let sweepInterval = TimeAmount.milliseconds(50)

    init(
        address: Result<APNsAddress, APNsAddress.Fault>, timing: APNsTiming, loop: any EventLoop, logger: Logger,
        opened: @escaping () -> Void
    ) {
        self.address = address
        self.timing = timing
        self.loop = loop
        self.logger = logger
        self.opened = opened
    }

    // MARK: The queue

    /// Adds pushes to the end of the queue.
    func enqueue(_ pushes: [PendingPush]) {
        guard closers == nil else { return pushes.forEach { $0.end(.notSent(.closing)) } }
        waiting.append(contentsOf: pushes)
        pump()
    }

    /// Starts as many pushes as the connection has room for, and opens a connection if there is none.
    func pump() {
        if case .up(let connection) = link { fill(connection) }
        if case .down = link, !waiting.isEmpty { connect() }
        sweepLater()
    }

    private func fill(_ connection: APNsConnection) {
        let (now, clock) = (NIODeadline.now(), ContinuousClock.now)
        while connection.hasRoom, let next = waiting.popFirst() {
            if next.startBy > clock { connection.start(next, now: now) } else { next.end(Self.tooLate) }
        }
    }

    /// Puts pushes that Apple certainly hasn't processed back to the head of the queue.
    func takeBack(_ pushes: [PendingPush], _ reason: PushReason, _ detail: String? = nil) {
        for var push in pushes.reversed() {
            push.returns += 1
            if push.returns > Self.returnLimit || closers != nil { push.end(.notSent(reason, detail)) } else { waiting.prepend(push) }
        }
    }

    private static let tooLate = APNsResult.notSent(.noStream)

    private func sweepLater() {
        guard sweep == nil, !waiting.isEmpty else { return }
        // `APNsClient` calls the session on this event loop, and so do the session's connections.
        sweep = loop.assumeIsolated().scheduleTask(in: Self.sweepInterval) { [self] in
            sweep = nil
            let now = ContinuousClock.now
            for late in waiting where late.startBy <= now { late.end(Self.tooLate) }
            waiting.removeAll { $0.startBy <= now }
            sweepLater()
        }
    }

    private func refuseAll(_ reason: PushReason, _ detail: String? = nil) {
        let refused = waiting
        waiting.removeAll()
        for push in refused { push.end(.notSent(reason, detail)) }
    }

    // MARK: The connection

    private func connect() {
        switch address {
        case .failure(let fault): refuseAll(.noConnection, fault.description)
        case .success(let address):
            let connection = APNsConnection(session: self, authority: address.authority, timing: timing, loop: loop)
            link = .connecting(connection)
            connections[ObjectIdentifier(connection)] = connection
            let attempt = NIOLoopBound(connection, eventLoop: loop)
            // The session runs on `loop`, to which the future of the new connection belongs.
            address.connect(on: loop, timeout: timing.request) { [FrameBatcher(), Self.http2(), attempt.value] }
                .assumeIsolated().whenFailure { connection.end(.noConnection, "\("\($0)".prefix(160))") }
        }
    }

    /// Creates the HTTP/2 handler, with more lenient limits than the defaults.
    ///
    /// The limits on reset streams are high: the client resets streams that take too long, Apple may still answer them
    /// late, and many refused streams at once are no attack. The handler doesn't validate headers. Those of requests
    /// are validated before, and one malformed answer must not end the connection with all other pushes.
    static func http2() -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [HTTP2Setting(parameter: .enablePush, value: 0)]
        connection.maximumRecentlyResetStreams = 4096
        connection.headerBlockValidation = .disabled
        connection.contentLengthValidation = .disabled
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = 1_000_000
        return NIOHTTP2Handler(mode: .client, connectionConfiguration: connection, streamConfiguration: stream)
    }

    func connectionIsReady(_ connection: APNsConnection) {
        opened()
        logger.info("Connected to Apple")
        link = .up(connection)
        pump()
    }

    /// Allows another connection to be opened, because the given one starts no new pushes any more.
    func connectionRetires(_ connection: APNsConnection) {
        if case .up(let current) = link, current === connection { allowNextConnection(after: connection) }
    }

    func connectionEnded(_ connection: APNsConnection, _ reason: PushReason, _ detail: String?) {
        connections[ObjectIdentifier(connection)] = nil
        logger.info("Connection to Apple ended: \(detail ?? reason.rawValue)")
        switch link {
        case .connecting(let current) where current === connection:
            refuseAll(reason, detail)
            allowNextConnection(after: connection)
        case .up(let current) where current === connection: allowNextConnection(after: connection)
        case .up, .connecting, .down, .resting: break
        }
        pump()
        closeIfDone()
    }

    /// Allows the next connection to be opened: at once if Apple ever answered on the given one, otherwise after a
    /// pause.
    private func allowNextConnection(after connection: APNsConnection) {
        failures = connection.hasAnswered ? 0 : failures + 1
        if failures == 0 { link = .down } else { rest() }
    }

    private func rest() {
        link = .resting
        // A connection of this event loop has just ended, and calls this.
        loop.assumeIsolated().scheduleTask(in: timing.rest(afterFailures: failures)) { [weak self] in
            self?.link = .down
            self?.pump()
        }
    }

    // MARK: Closing

    /// Ends the queue and its connections, and then calls `done`. Queued pushes end with `notSent`. Pushes in flight
    /// have the time `grace` to end; after it, their connections are closed.
    func close(grace: TimeAmount, done: @escaping () -> Void) {
        closers = (closers ?? []) + [done]
        refuseAll(.closing)
        // `APNsClient` closes the session on its event loop.
        loop.assumeIsolated().scheduleTask(in: grace) { [self] in
            for connection in connections.values { connection.end(.closing) }
            closeIfDone()
        }
        for connection in connections.values { connection.drain() }
        closeIfDone()
    }

    private func closeIfDone() {
        guard let waiting = closers, connections.isEmpty else { return }
        closers = []
        for done in waiting { done() }
    }
}

/// The time limits of a connection to Apple. Tests use shorter ones.
struct APNsTiming {
    /// The time limit for an answer, and for opening a connection.
    var request = TimeAmount(LeaseTimes.answer)
    /// The time without a received byte after which the client sends a PING.
    var ping = TimeAmount.seconds(30)
    /// The pause after the first failure to connect. It doubles with each further failure.
    var firstRest = TimeAmount.milliseconds(100)
    var longestRest = TimeAmount.seconds(5)
    /// The highest number that a stream of a connection may have, because HTTP/2 has 31 bits for it. After it, a new
    /// connection is needed.
    var lastStream = Int(Int32.max) - 1

    func rest(afterFailures count: Int) -> TimeAmount {
        min(longestRest, firstRest * (1 << min(count - 1, 16)))
    }
}
