import NIOCore

/// Calls a closure at a time that can be changed.
///
/// Each request changes the time several times. A later time costs nothing: the timer still fires at the old time, and
/// is then scheduled again.
final class Alarm {
    private let eventLoop: NIOIsolatedEventLoop
    private let action: () -> Void
    private var due: NIODeadline?
    private var wakes: NIODeadline?
    private var scheduled: Scheduled<Void>?

    init(_ eventLoop: any EventLoop, action: @escaping () -> Void) {
        // A connection makes and uses its alarms on its own event loop.
        self.eventLoop = eventLoop.assumeIsolated()
        self.action = action
    }

    /// Sets or removes the time of the call.
    /// - Parameter time: the time from now until the call; nil for no call.
    func set(_ time: TimeAmount?) {
        due = time.map { .now() + $0 }
        guard let due else { return }
        if let wakes, wakes <= due { return }
        scheduled?.cancel()
        sleep(until: due)
    }

    /// Cancels the timer and releases its resources.
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
        action()
    }
}
