import NIOCore

/// Measures whether a client sends its body fast enough. Only the time in which the server waits for bytes counts:
/// while the server isn't reading, the client can't be late.
struct ReceiveRate {
    private let least: Int
    private let period: TimeAmount
    /// The bytes received in the current period, and the time the server has waited for them.
    private var received = 0
    private var waited: TimeAmount
    private var waitsSince: NIODeadline?

    /// - Parameters:
    ///   - least: the least number of bytes in each period.
    ///   - period: the length of a period. The first one is twice as long.
    init(atLeast least: Int, in period: TimeAmount) {
        (self.least, self.period) = (least, period)
        waited = .zero - period
    }

    /// Starts waiting for bytes.
    mutating func wait(at now: NIODeadline) {
        if waitsSince == nil { waitsSince = now }
    }

    /// Counts received bytes.
    mutating func take(_ count: Int, at now: NIODeadline) {
        received += count
        rest(at: now)
    }

    /// Stops waiting for bytes.
    mutating func rest(at now: NIODeadline) {
        if let waitsSince { waited = waited + (now - waitsSince) }
        waitsSince = nil
    }

    /// Returns whether the client is fast enough so far. If the period is over and the client was fast enough, the next
    /// one begins.
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
