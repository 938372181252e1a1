import NIOCore

/// Rings when its time has come.
///
/// It is set anew several times a request, so moving it ahead costs nothing: it wakes at the old time, and sleeps on.
final class Alarm {
    private let eventLoop: NIOIsolatedEventLoop
    private let ring: () -> Void
    private var due: NIODeadline?
    private var wakes: NIODeadline?
    private var scheduled: Scheduled<Void>?

    init(_ eventLoop: any EventLoop, ring: @escaping () -> Void) {
        self.eventLoop = eventLoop.assumeIsolated()
        self.ring = ring
    }

    /// - Parameter time: from now; nil for never.
    func set(_ time: TimeAmount?) {
        due = time.map { .now() + $0 }
        guard let due else { return }
        if let wakes, wakes <= due { return }
        scheduled?.cancel()
        sleep(until: due)
    }

    /// Lets go of everything.
    func stop() {
        due = nil
        scheduled?.cancel()
        (scheduled, wakes) = (nil, nil)
    }

    private func sleep(until time: NIODeadline) {
        wakes = time
        scheduled = eventLoop.scheduleTask(deadline: time) { self.wake() }
    }

    private func wake() {
        (scheduled, wakes) = (nil, nil)
        guard let due else { return }
        guard due <= .now() else { return sleep(until: due) }
        self.due = nil
        ring()
    }
}
