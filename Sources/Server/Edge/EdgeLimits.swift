import NIOCore

/// The limits on time, bytes and connections that the server applies to clients (rules 10 and 20).
public struct EdgeLimits: Sendable {
    /// The longest time from a head's first byte to its last. For a connection's first head, it counts from the start
    /// of the connection. Beyond it, the request is refused with 408. If no byte has arrived, the connection is closed
    /// without a response.
    public var headTimeout = Duration.seconds(10)
    /// The longest time from a request's head to the end of its body. Beyond it, the request is refused with 408.
    public var bodyTimeout = Duration.seconds(30)
    /// The period over which the rate of a streaming body is measured. A body that is slower than `minimumRate` during a
    /// period is refused with 408 (rule 20.25). The first period is twice as long.
    public var bodyRatePeriod = Duration.seconds(10)
    /// The time after which a connection is closed if it has no request in flight.
    public var idleTimeout = Duration.seconds(60)
    /// The longest time in which a client may receive less than `minimumReadRate` bytes of its responses while more wait.
    /// Beyond it, the connection is closed.
    public var stallTimeout = Duration.seconds(30)
    /// The most bytes of responses that may wait to be received, over all connections. Beyond it, the connection with
    /// the most is closed.
    public var unreceivedBytes = 64 * 1024 * 1024
    /// The time for which the server still reads and discards input after it has ended a connection. Closing at once
    /// could make the client lose the last response. It discards at most `maximumDiscardedBytes` bytes.
    public var lingerTime = Duration.seconds(5)
    /// The time after which the server probes a client that has closed its sending side, by an interim response. A
    /// request whose client is gone may go on for this time too: cancelling its query would cost a database connection.
    public var probeDelay = Duration.milliseconds(250)
    /// The time for which the server still accepts connections when it is to shut down, while its health endpoint
    /// returns 503. A load balancer that polls the endpoint can stop using the server before it refuses connections.
    public var shutdownNotice = Duration.zero
    /// The time for which connections without a request stay open at shutdown. A request that arrives during it is
    /// answered, and the connection is closed afterwards. A proxy may be about to send a request on a connection that
    /// it keeps open. If the server closed it first, the proxy couldn't know whether the request was processed.
    public var lastRequestWindow = Duration.seconds(2)
    /// The longest time that requests in flight may take at shutdown. Beyond it, their connections are closed.
    public var shutdownTimeout = Duration.seconds(10)

    /// The most open connections. Further ones wait in the kernel's queue, up to `backlog`, until one closes.
    public var connections = 4096
    /// The most open connections of one address (IPv6: of one /64), if no proxy stands in front. One more closes the
    /// address's connection that has been idle the longest. If all of them are busy, the new one is closed. The
    /// default is a quarter of all: a school behind one address fits in, and no single address fills the server.
    public var connectionsOfAddress = 1024

    /// The number of connections above which each new one closes an idle one. It is a little below the limit, since
    /// closing takes a moment.
    var connectionsBeforeClosingIdle: Int { connections - max(1, connections / 64) }

    /// The number of connections that the kernel holds until they are accepted, if the system allows that many.
    /// Beyond it, the kernel drops a connection's first packet, and the client tries again after a second.
    static let backlog = 4096
    /// The most bytes of one header field, and of all header fields of a request. Beyond each of these limits, the
    /// answer is 400.
    static let headerFieldBytes = 16 * 1024
    static let headerBytes = 32 * 1024
    /// The most header fields of a request.
    static let headerFields = 100
    /// The least size in bytes of the parts in which a body is passed on. The last part may be smaller.
    static let bodyPart = 16 * 1024
    /// The number of unread body parts at which the server stops reading from the connection.
    static let unreadBodyParts = 8
    /// The most bytes in one read from a connection: at first, and later. NIO's default maximum is 64 KiB, and an
    /// upload holds several such buffers.
    static let (firstRead, read) = (2048, bodyPart)
    /// The number of parts above which a body is refused if its parts have fewer than `tinyPartSize` bytes on average. Each
    /// part costs a read.
    static let maximumTinyParts = 1000
    /// The size in bytes below which a body's parts are tiny, on average.
    static let tinyPartSize = 64
    /// The rate, in bytes per second, from which a streaming body's extra time is computed.
    static let minimumSendRate = 50_000
    /// The least rate of a streaming body, in bytes per second.
    static let minimumRate = 8 * 1024
    /// The most bytes that are discarded after the end of a connection. It is more than the longest body, a file of 20
    /// MiB.
    static let maximumDiscardedBytes = 32 * 1024 * 1024
    /// The most bytes of a body that are still read after its request has been answered.
    static let unreadBodyBytes = 64 * 1024
    /// The least number of bytes that a client must receive in a period of `stallTimeout`.
    static let minimumReadRate = 64 * 1024
    /// The most bytes of a connection's responses that may wait to be received before its next request is begun.
    static let unreceivedBytesPerConnection = 64 * 1024

    /// The least number of bytes of a body that must arrive in a period of `bodyRatePeriod`.
    var minimumBodyRate: Int { Int(clamping: TimeAmount(bodyRatePeriod).nanoseconds / 1_000_000 * Int64(Self.minimumRate) / 1000) }
    /// The interval at which the rate of a body is checked.
    var rateCheckInterval: TimeAmount { .nanoseconds(TimeAmount(bodyRatePeriod).nanoseconds / 10) }

    /// The interval at which the server checks whether a client receives its responses.
    var sendRateCheckInterval: TimeAmount { .nanoseconds(TimeAmount(stallTimeout).nanoseconds / 30) }
    /// Returns the time that the client has until a deadline.
    func time(of deadline: ConnectionState.Deadline) -> TimeAmount {
        switch deadline {
        case .ask: TimeAmount(idleTimeout)
        case .sendHead: TimeAmount(headTimeout)
        case .sendBody(let extra): TimeAmount(bodyTimeout) + (extra ?? .zero)
        case .leave: TimeAmount(lingerTime)
        }
    }
    /// Returns the time that an admitted streaming body has in addition to the deadline of all bodies.
    ///
    /// - Parameter length: the body's length in bytes.
    static func extraTime(length: Int) -> TimeAmount { .seconds(Int64(clamping: length / minimumSendRate)) }

    /// Creates the default limits.
    public init() {}
}
