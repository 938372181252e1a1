import NIOCore

/// Whether the other end sends fast enough what it has announced. Only the time counts in which we wait for it: where we ourselves don't
/// read, it can't be late.
struct ReceiveRate {
    private let least: Int
    private let period: TimeAmount
    /// How much came in the period that runs, and how long it was waited for.
    private var received = 0
    private var waited: TimeAmount
    private var waitsSince: NIODeadline?

    /// - Parameters:
    ///   - least: in bytes, in each period.
    ///   - period: the first one is twice as long.
    init(atLeast least: Int, in period: TimeAmount) {
        (self.least, self.period) = (least, period)
        waited = .zero - period
    }

    /// We wait for more from now on.
    mutating func wait(at now: NIODeadline) {
        if waitsSince == nil { waitsSince = now }
    }

    /// Something came.
    mutating func take(_ count: Int, at now: NIODeadline) {
        received += count
        rest(at: now)
    }

    /// We have enough for now.
    mutating func rest(at now: NIODeadline) {
        if let waitsSince { waited = waited + (now - waitsSince) }
        waitsSince = nil
    }

    /// Whether it is fast enough, by what is known now. Where a period is over the next one begins.
    mutating func isEnough(at now: NIODeadline) -> Bool {
        if let waitsSince {
            waited = waited + (now - waitsSince)
            self.waitsSince = now
        }
        guard waited >= period else { return true }
        guard received >= least else { return false }
        (received, waited) = (0, .zero)
        return true
    }
}
