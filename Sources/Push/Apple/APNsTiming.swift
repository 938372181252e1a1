import NIOCore

/// The time limits of a connection; tests use shorter ones.
struct APNsTiming {
    /// How long an answer, or opening a connection, may take.
    var request = TimeAmount(LeaseTimes.answer)
    /// How long the connection may be silent before the client sends a PING.
    var ping = TimeAmount.seconds(30)
    /// The pause after the first failed connection. It doubles with each further failure.
    var firstRest = TimeAmount.milliseconds(100)
    var longestRest = TimeAmount.seconds(5)
    /// The highest stream number of a connection: HTTP/2 uses 31 bits.
    var lastStream = Int(Int32.max) - 1

    func rest(afterFailures count: Int) -> TimeAmount {
        min(longestRest, firstRest * (1 << min(count - 1, 16)))
    }
}
