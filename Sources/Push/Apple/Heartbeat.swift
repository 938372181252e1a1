import NIOCore

/// Finds out whether the other side is still there: sends a PING whenever nothing was heard for a while, and gives up when none is
/// answered.
final class Heartbeat {
    private let loop: NIOIsolatedEventLoop
    private let interval: TimeAmount
    private let waitLimit: TimeAmount
    private let ping: () -> Void
    private let giveUp: () -> Void
    private var next: Scheduled<Void>?
    private var isWaiting = false
    private(set) var lastHeard = NIODeadline.now()

    /// - Parameters:
    ///   - interval: how long nothing may be heard before it asks.
    ///   - patience: how long an answer may take.
    init(
        on loop: any EventLoop, every interval: TimeAmount, waitLimit: TimeAmount, ping: @escaping () -> Void, giveUp: @escaping () -> Void
    ) {
        self.loop = loop.assumeIsolated()
        self.interval = interval
        self.waitLimit = waitLimit
        self.ping = ping
        self.giveUp = giveUp
        listen()
    }

    /// Something came.
    func heard() { lastHeard = .now() }

    /// The answer to a PING came.
    func answered() {
        isWaiting = false
        next?.cancel()
        listen()
    }

    /// Asks now, since something is amiss.
    func ask() {
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
            if lastHeard + interval <= .now() { ask() } else { listen() }
        }
    }
}
