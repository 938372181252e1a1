import NIOCore

/// The time limits of a connection to Apple. Tests use shorter ones.
struct APNsTiming {
    /// The time limit for an answer, and for opening a connection.
    var request = TimeAmount(LeaseTimes.answer)
    /// The time without a received byte after which the client sends a PING.
    var ping = TimeAmount.seconds(30)
    /// The pause after the first failure to connect. It doubles with each further failure.
    var firstRest = TimeAmount.milliseconds(100)
    var longestRest = TimeAmount.seconds(5)
    /// The highest number that a stream of a connection may have, because HTTP/2 has 31 bits for it. After it, a new
    /// connection is needed.
    var lastStream = Int(Int32.max) - 1

    func rest(afterFailures count: Int) -> TimeAmount {
        min(longestRest, firstRest * (1 << min(count - 1, 16)))
    }
}
