import NIOCore

/// How patient a connection is. Tests are less so.
struct APNsTiming {
    /// How long an answer may take, and a connection to be made.
    var request = TimeAmount(LeaseParts.answer)
    /// How long nothing may be heard before it is asked whether Apple is still there.
    var ping = TimeAmount.seconds(30)
    /// The rest after the first connection that came to nothing; doubled with each that follows.
    var firstRest = TimeAmount.milliseconds(100)
    var longestRest = TimeAmount.seconds(5)
    /// The highest number of a stream on one connection: HTTP/2 has 31 bits for it.
    var lastStream = Int(Int32.max) - 1

    func rest(afterFailures count: Int) -> TimeAmount {
        min(longestRest, firstRest * (1 << min(count - 1, 16)))
    }
}
