import NIOCore

/// Detects a dead connection. If nothing arrives for a time, it sends a PING, and gives the connection up if the PING
/// isn't answered.
final class Heartbeat {
    private let loop: NIOIsolatedEventLoop
    private let interval: TimeAmount
    private let waitLimit: TimeAmount
    private let ping: () -> Void
    private let giveUp: () -> Void
    private var next: Scheduled<Void>?
    private var isWaiting = false
    private(set) var lastHeard = NIODeadline.now()

    /// Starts the heartbeat.
    /// - Parameters:
    ///   - interval: the time without a received byte after which a PING is sent.
    ///   - waitLimit: the time limit for the answer to a PING.
    init(
        on loop: any EventLoop, every interval: TimeAmount, waitLimit: TimeAmount, ping: @escaping () -> Void, giveUp: @escaping () -> Void
    ) {
        // Its connection makes and uses it on the connection's event loop.
        self.loop = loop.assumeIsolated()
        self.interval = interval
        self.waitLimit = waitLimit
        self.ping = ping
        self.giveUp = giveUp
        listen()
    }

    /// Records that the connection received something.
    func heard() { lastHeard = .now() }

    /// Records that a PING was answered.
    func answered() {
        isWaiting = false
        next?.cancel()
        listen()
    }

    /// Sends a PING now. Call it when there is reason to suspect that the connection is dead.
    func pingNow() {
        guard !isWaiting else { return }
        isWaiting = true
        ping()
        next?.cancel()
        next = loop.scheduleTask(in: waitLimit, giveUp)
    }

    func stop() { next?.cancel() }

    private func listen() {
        next = loop.scheduleTask(deadline: lastHeard + interval) { [weak self] in
            guard let self else { return }
            if lastHeard + interval <= .now() { pingNow() } else { listen() }
        }
    }
}
