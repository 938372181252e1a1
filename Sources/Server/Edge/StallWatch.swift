import NIOCore

/// Notices that the other end takes nothing of what is written, or too little.
final class StallWatch {
    private let channel: any Channel
    private let period: TimeAmount
    private let progressed: () -> Void
    private let stalled: () -> Void
    private lazy var alarm = Alarm(channel.eventLoop) { [weak self] in self?.look() }
    private var sendRate: SendRate
    private var isWatching = false
    private var written = 0

    /// - Parameters:
    ///   - progressed: called where the other end takes enough and something still waits.
    ///   - stalled: called where it doesn't.
    init(_ channel: any Channel, _ limits: EdgeLimits, progressed: @escaping () -> Void, stalled: @escaping () -> Void) {
        self.channel = channel
        self.progressed = progressed
        self.stalled = stalled
        period = TimeAmount(limits.stall)
        sendRate = SendRate(atLeast: EdgeLimits.leastTaken, in: period)
    }

    /// To be told before the bytes are written.
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

    /// How many bytes the kernel has no room for.
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

    /// Often enough that a stall ends soon after its time, and that who reads is known to.
    private func lookAgain() {
        alarm.set(.nanoseconds(period.nanoseconds / 30))
    }
}
