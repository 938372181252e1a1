import NIOCore

/// Whether the other end takes fast enough what is written: in each period a least number of bytes, or all that waited when it began.
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

    /// A period begins.
    /// - Parameters:
    ///   - taken: of all that was ever written.
    ///   - written: all that was ever written.
    mutating func begin(taken: Int, written: Int, at now: NIODeadline) {
        (due, began) = (min(taken + least, written), now)
    }

    /// What is to be thought of it now. Where it was enough the next period has begun.
    mutating func look(taken: Int, written: Int, at now: NIODeadline) -> Verdict {
        guard taken < due else {
            begin(taken: taken, written: written, at: now)
            return .enough
        }
        return began + period <= now ? .tooLittle : .early
    }
}
