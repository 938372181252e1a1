import NIOCore

/// Notices that the other end takes nothing of what is written.
final class StallWatch {
    private let channel: any Channel
    private let limit: TimeAmount
    private let stalled: () -> Void
    private lazy var alarm = Alarm(channel.eventLoop) { [weak self] in self?.look() }
    private var isWatching = false
    private var written = 0
    private var taken = 0
    private var takenAt = NIODeadline.now()

    init(_ channel: any Channel, limit: TimeAmount, stalled: @escaping () -> Void) {
        self.channel = channel
        self.limit = limit
        self.stalled = stalled
    }

    /// To be told before the bytes are written.
    func write(_ count: Int) {
        written += count
        guard !isWatching else { return }
        isWatching = true
        note(written - count - waiting)
    }

    func stop() {
        alarm.stop()
    }

    /// How many bytes the kernel has no room for.
    var waiting: Int {
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func look() {
        let waiting = waiting
        if waiting == 0 {
            isWatching = false
        } else if written - waiting > taken {
            note(written - waiting)
        } else if takenAt + limit <= .now() {
            stalled()
        } else {
            lookAgain()
        }
    }

    private func note(_ count: Int) {
        (taken, takenAt) = (count, .now())
        lookAgain()
    }

    /// Often enough that a stall ends soon after its time.
    private func lookAgain() {
        alarm.set(.nanoseconds(limit.nanoseconds / 6))
    }
}
