import NIOCore

/// How long the server waits for the other end of a connection, and how much it takes from it (rules 10 and 20).
public struct EdgeLimits: Sendable {
    /// From a head's first byte to its last; for the first head of a connection from the connection's beginning.
    public var head = Duration.seconds(10)
    /// From a head to the end of its body.
    public var body = Duration.seconds(30)
    /// A body that goes through as it comes is refused whose other end sends less than `leastFlow` for so long, and at its beginning twice
    /// that.
    public var flow = Duration.seconds(10)
    /// A connection on which nothing is asked and nothing unanswered is closed after this.
    public var idle = Duration.seconds(60)
    /// A connection whose other end takes less of its answers in this time than `leastTaken`, and not all, is closed.
    public var stall = Duration.seconds(30)
    /// How many bytes of answers may wait to be taken on all connections together; who lets more wait loses its connection.
    public var waiting = 64 * 1024 * 1024
    /// How long the other end has to close a connection that the server ended, before what it still sends may cost it the last answer. So
    /// long it is read and dropped, up to `lingering`.
    public var linger = Duration.seconds(5)
    /// Who says that nothing more comes is asked after this whether they still take answers. What was asked for whoever is gone goes on for
    /// so long: what ends by itself soon isn't worth a connection to the database.
    public var presence = Duration.milliseconds(250)
    /// How long the server goes on as always when it is to shut down, but for its health, which is 503: what stands in front of it and asks
    /// for that now and then finds out before connections are refused.
    public var notice = Duration.zero
    /// How long connections on which nothing is asked stay open when the server shuts down: what comes meanwhile is answered, and the
    /// connection's last. A proxy that keeps them may be about to ask, and could not know what became of it.
    public var parting = Duration.seconds(2)
    /// How long requests in flight have to end when the server shuts down.
    public var shutdown = Duration.seconds(10)

    /// At most so many connections are open at once. More wait in the kernel's queue, up to `backlog`, until one closes.
    public var connections = 4096
    /// At most so many of them are of one address (IPv6: of one /64), where no proxy stands in front. One more closes the address'
    /// connection that has been idle the longest. Where a request is under way on each of them, the new one is closed. It is a quarter:
    /// a school behind one address fits in, and no single address fills the server.
    public var connectionsOfAddress = 1024

    /// When more than so many are open, each new one has an idle one closed: a little before the end, since closing takes a moment.
    var connectionsBeforeRoom: Int { connections - max(1, connections / 64) }

    /// How many connections the kernel holds until they are taken, where the system allows as many. Beyond that it drops the first
    /// packet of a connection, and the client tries again after a second.
    static let backlog = 4096
    /// In bytes: of one header field, and of all those of a request.
    static let headerField = 16 * 1024
    static let header = 32 * 1024
    static let headerFields = 100
    /// A body is handed on in parts of so many bytes at least, but for the last.
    static let bodyPart = 16 * 1024
    /// So many parts wait to be read before no more is taken of the connection.
    static let heldParts = 8
    /// In bytes: so much is read of a connection at once, of one that is new and at most. NIO would read up to 64 KiB, and has some such
    /// buffers of each file that comes in.
    static let (firstRead, read) = (2048, bodyPart)
    /// A body of more crumbs than this that have fewer bytes than `crumb` on average is made to cost: each is read by itself.
    static let crumbs = 1000
    static let crumb = 64
    /// In bytes a second: so fast a body comes at least that goes through as it comes, beyond the deadline of all bodies.
    static let leastSent = 50_000
    /// In bytes a second: who sends a body less fast at any time is given up.
    static let leastFlow = 8 * 1024
    /// In bytes: a little more than the longest body.
    static let lingering = 32 * 1024 * 1024
    /// In bytes: so much of a body is read yet when its request is answered already.
    static let rest = 64 * 1024
    /// In bytes.
    static let leastTaken = 64 * 1024
    /// The next request of a connection is begun when no more bytes of its answers than this wait to be taken.
    static let waitingPerConnection = 64 * 1024

    /// In bytes: so much of a body comes at least in a time of `flow`.
    var leastInflow: Int { Int(clamping: TimeAmount(flow).nanoseconds / 1_000_000 * Int64(Self.leastFlow) / 1000) }
    /// How often that is looked at.
    var flowLook: TimeAmount { .nanoseconds(TimeAmount(flow).nanoseconds / 10) }

    /// The limits that hold unless a test changes them.
    public init() {}
}
