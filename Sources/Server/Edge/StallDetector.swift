import NIOCore

/// Detects a client that receives nothing or too little of what is written.
final class StallDetector {
    private let channel: any Channel
    private let period: TimeAmount
    private let progressed: () -> Void
    private let stalled: () -> Void
    private lazy var alarm = Alarm(channel.eventLoop) { [weak self] in self?.look() }
    private var sendRate: SendRate
    private var isWatching = false
    private var written = 0

    /// - Parameters:
    ///   - progressed: called if the client receives enough and some bytes still wait.
    ///   - stalled: called if it doesn't.
    init(_ channel: any Channel, _ limits: EdgeLimits, progressed: @escaping () -> Void, stalled: @escaping () -> Void) {
        self.channel = channel
        self.progressed = progressed
        self.stalled = stalled
        period = TimeAmount(limits.stall)
        sendRate = SendRate(atLeast: EdgeLimits.leastTaken, in: period)
    }

    /// Counts bytes. Call it before they are written.
    func write(_ count: Int) {
        let taken = written - waiting
        written += count
        guard !isWatching else { return }
        isWatching = true
        sendRate.begin(taken: taken, written: written, at: .now())
        lookAgain()
    }

    func stop() {
        alarm.stop()
    }

    /// The number of bytes that the kernel hasn't taken yet.
    var waiting: Int {
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func look() {
        let waiting = waiting
        guard waiting > 0 else { return isWatching = false }
        switch sendRate.look(taken: written - waiting, written: written, at: .now()) {
        case .tooLittle: return stalled()
        case .enough: progressed()
        case .early: break
        }
        lookAgain()
    }

    /// Schedules the next check. Checks are frequent, so that a stall is detected soon after its deadline and
    /// progress is noticed.
    private func lookAgain() {
        alarm.set(.nanoseconds(period.nanoseconds / 30))
    }
}
