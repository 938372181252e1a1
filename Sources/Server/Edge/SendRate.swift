import NIOCore

/// Measures whether a client receives responses fast enough. In each period it must receive a least number of bytes,
/// or everything that waited when the period began.
struct SendRate {
    enum Verdict {
        /// `complete`: the client has received everything. `enough`: it has received what was due in this period.
        /// `early`: it hasn't yet, and the period goes on. `tooLittle`: the period is over.
        case complete, enough, early, tooLittle
    }

    private let least: Int
    private let period: TimeAmount
    /// The bytes that were written since the connection began, and those of them that must be received in this period.
    private var (written, due) = (0, 0)
    /// The beginning of the current period, or nil while everything is received.
    private var began: NIODeadline?

    init(atLeast least: Int, in period: TimeAmount) {
        (self.least, self.period) = (least, period)
    }

    /// Counts bytes that are written.
    /// - Returns: whether the client had received everything before these bytes, so that a period begins with them.
    mutating func write(_ count: Int, at now: NIODeadline) -> Bool {
        let taken = written
        written += count
        guard began == nil else { return false }
        begin(taken, now)
        return true
    }

    /// Returns whether the client is fast enough. If it has received what was due, the next period begins.
    /// - Parameter unsent: the number of written bytes that the kernel hasn't taken.
    mutating func look(unsent: Int, at now: NIODeadline) -> Verdict {
        guard unsent > 0, let began else {
            began = nil
            return .complete
        }
        let taken = written - unsent
        guard taken < due else {
            begin(taken, now)
            return .enough
        }
        return began + period <= now ? .tooLittle : .early
    }

    private mutating func begin(_ taken: Int, _ now: NIODeadline) {
        (due, began) = (min(taken + least, written), now)
    }
}
