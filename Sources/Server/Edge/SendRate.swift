import NIOCore

/// Measures whether a client receives responses fast enough. In each period it must receive a least number of bytes,
/// or everything that waited when the period began.
struct SendRate {
    enum Verdict {
        case enough, early, tooLittle
    }

    private let least: Int
    private let period: TimeAmount
    private var due = 0
    private var began = NIODeadline.now()

    init(atLeast least: Int, in period: TimeAmount) {
        self.least = least
        self.period = period
    }

    /// Begins a period.
    /// - Parameters:
    ///   - taken: the bytes that the client has received since the connection began.
    ///   - written: the bytes that were written since the connection began.
    mutating func begin(taken: Int, written: Int, at now: NIODeadline) {
        (due, began) = (min(taken + least, written), now)
    }

    /// Returns whether the client is fast enough. If so, the next period begins.
    mutating func look(taken: Int, written: Int, at now: NIODeadline) -> Verdict {
        guard taken < due else {
            begin(taken: taken, written: written, at: now)
            return .enough
        }
        return began + period <= now ? .tooLittle : .early
    }
}
