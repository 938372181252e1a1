import Logging
import NIOCore
import NIOHTTP2
import NIOSSL

/// One team's queue of pushes and its connection. It runs on one event loop.
///
/// At most one connection takes new pushes. Others may exist after a GOAWAY, until their pushes in flight have ended.
final class APNsSession {
    private enum Link {
        case down
        case connecting(APNsConnection)
        /// The last attempt to connect failed, and the pause before the next one isn't over.
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

    /// How often Apple may return a push unprocessed before it is given up.
    private static let returnLimit = 3
    /// The interval at which expired pushes are removed from the queue.
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

    /// Appends pushes to the queue.
    func enqueue(_ pushes: [PendingPush]) {
        guard closers == nil else { return pushes.forEach { $0.end(.notSent("closing")) } }
        waiting.append(contentsOf: pushes)
        pump()
    }

    /// Starts as many pushes as there is room for.
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

    /// Puts pushes that were certainly not processed back to the head of the queue.
    func takeBack(_ pushes: [PendingPush], _ why: String) {
        for var push in pushes.reversed() {
            push.returns += 1
            if push.returns > Self.returnLimit || closers != nil { push.end(.notSent(why)) } else { waiting.prepend(push) }
        }
    }

    private static let tooLate = APNsResult.notSent("no stream was free in time")

    private func sweepLater() {
        guard sweep == nil, !waiting.isEmpty else { return }
        sweep = loop.assumeIsolated().scheduleTask(in: Self.sweepInterval) { [self] in
            sweep = nil
            let now = ContinuousClock.now
            for late in waiting where late.startBy <= now { late.end(Self.tooLate) }
            waiting.removeAll { $0.startBy <= now }
            sweepLater()
        }
    }

    private func refuseAll(_ why: String) {
        let refused = waiting
        waiting.removeAll()
        for push in refused { push.end(.notSent(why)) }
    }

    // MARK: The connection

    private func connect() {
        switch address {
        case .failure(let fault): refuseAll(fault.description)
        case .success(let address):
            let connection = APNsConnection(session: self, authority: address.authority, timing: timing, loop: loop)
            link = .connecting(connection)
            connections[ObjectIdentifier(connection)] = connection
            let attempt = NIOLoopBound(connection, eventLoop: loop)
            address.connect(on: loop, timeout: timing.request) { [FrameBatcher(), Self.http2(), attempt.value] }
                .assumeIsolated().whenFailure { connection.end("no connection: \("\($0)".prefix(160))") }
        }
    }

    /// Creates the HTTP/2 handler with lenient limits.
    ///
    /// The client resets streams that take too long, and Apple may still answer them late. A burst of refused streams
    /// is no attack. Request headers are validated before, and one malformed answer must not end the connection with
    /// all other pushes.
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

    /// Called when a connection takes no new pushes any more.
    func connectionRetires(_ connection: APNsConnection) {
        if case .up(let current) = link, current === connection { allowNextConnection(after: connection) }
    }

    func connectionEnded(_ connection: APNsConnection, _ why: String) {
        connections[ObjectIdentifier(connection)] = nil
        logger.info("Connection to Apple ended: \(why)")
        switch link {
        case .connecting(let current) where current === connection:
            refuseAll(why)
            allowNextConnection(after: connection)
        case .up(let current) where current === connection: allowNextConnection(after: connection)
        case .up, .connecting, .down, .resting: break
        }
        pump()
        closeIfDone()
    }

    /// Allows the next connection: at once, or after a pause if this one never got an answer.
    private func allowNextConnection(after connection: APNsConnection) {
        failures = connection.hasAnswered ? 0 : failures + 1
        if failures == 0 { link = .down } else { rest() }
    }

    private func rest() {
        link = .resting
        loop.assumeIsolated().scheduleTask(in: timing.rest(afterFailures: failures)) { [weak self] in
            self?.link = .down
            self?.pump()
        }
    }

    // MARK: Closing

    /// Refuses the queued pushes, waits for those in flight, closes the connections, and then calls `done`.
    func close(grace: TimeAmount, done: @escaping () -> Void) {
        closers = (closers ?? []) + [done]
        refuseAll("closing")
        loop.assumeIsolated().scheduleTask(in: grace) { [self] in
            for connection in connections.values { connection.end("closing") }
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
