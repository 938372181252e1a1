import CLibPQ

/// A connection's libpq side, all of it under the connection's lock. Nothing here blocks.
struct Wire: Sendable {
    let handle: ConnectionHandle
    let socket: Int32
    var isClosed = false
    /// Whether it is closed when what is under way is over, and nothing more is sent.
    var isRetiring = false
    var token: EventLoop.Token = 0
    /// Whether the event loop watches for room to write.
    var isWriting = false
    var statements: StatementCache
    var parameters = ParameterBuffer()
    let tls: TLS.Session?
    /// What takes no longer is brief.
    let brief: Duration
    let prepared: (@Sendable (_ text: String) -> Void)?
    /// Whether another may ever be sent behind the one under way.
    let isShared: Bool
    /// Since when the server works on the first of what is under way, as far as that can be told.
    var began = ContinuousClock.now
    /// Whether what was over last took so little time that somebody may wait behind the next: what takes long comes along with its like.
    var wasBrief = false
    /// What was sent and isn't over: the first is what the server works on, and one more at most waits behind it.
    var inFlight: [InFlightQuery] = []

    init(_ handle: ConnectionHandle, _ configuration: PoolConfiguration) {
        brief = configuration.brief
        prepared = configuration.prepared
        isShared = !configuration.isBehindPooler
        self.handle = handle
        socket = PQsocket(handle.pointer)
        statements = StatementCache(capacity: configuration.isBehindPooler ? 0 : configuration.statementCache)
        tls = TLS.Session(handle)
    }

    /// Whether another may be sent behind the one under way, each up to a Sync of its own, so that each is a transaction of its own. The
    /// server goes on with it without waiting for anybody, which saves it a sleep and its answers a good deal of the way.
    ///
    /// Never behind a pooler: PgBouncer (seen with 1.18) lends its connection to somebody else when the first one's answer ends while it
    /// has taken in only a part of the second. That part then runs in the other's transaction, and they get its rows.
    var hasRoom: Bool {
        guard isShared, wasBrief, !isRetiring, !parameters.wasLarge, inFlight.count == 1, let sent = inFlight.first else { return false }
        return sent.pipelinedQuery.isWhole && !sent.isDropped && sent.leavesStatements
    }

    /// Takes all exchanges out, whatever has come back.
    mutating func takeExchanges() -> [PipelinedQuery] {
        defer { inFlight = [] }
        return inFlight.map(\.pipelinedQuery)
    }
}
