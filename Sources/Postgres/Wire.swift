import CLibPQ

/// A connection's libpq state. All access happens under the connection's lock, and nothing blocks.
struct Wire: Sendable {
    let handle: ConnectionHandle
    let socket: Int32
    var isClosed = false
    /// Whether the connection sends nothing more and is closed when its queries are over.
    var isRetiring = false
    var token: EventLoop.Token = 0
    /// Whether the event loop watches the socket for room to write.
    var isWriting = false
    var statements: StatementCache
    var parameters = ParameterBuffer()
    let tls: TLS.Session?
    /// The longest round trip that counts as brief.
    let brief: Duration
    let prepared: (@Sendable (_ text: String) -> Void)?
    /// Whether queries may be pipelined behind others on this connection.
    let isShared: Bool
    /// The time since which the server has worked on the first query in flight, as measured from outside.
    var began = ContinuousClock.now
    /// Whether the last round trip was brief, so that a query may be pipelined behind the next one. Slow queries
    /// often come in succession on one connection.
    var wasBrief = false
    /// The queries that were sent and aren't over. The server works on the first, and at most one more is pipelined
    /// behind it.
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

    /// Whether another query may be pipelined behind the one in flight. Each ends with a Sync of its own, so each is
    /// a transaction of its own. The server continues with the second at once, which saves it a sleep and part of the
    /// network's delay.
    ///
    /// Never pipelines through a pooler. PgBouncer (observed with 1.18) lends its connection to another client when
    /// the first query's answer ends while it has received only part of the second. That part then runs in the other
    /// client's transaction, and that client gets its rows.
    var hasRoom: Bool {
        guard isShared, wasBrief, !isRetiring, !parameters.wasLarge, inFlight.count == 1, let sent = inFlight.first else { return false }
        return sent.pipelinedQuery.isWhole && !sent.isDropped && sent.keepsPreparedStatements
    }

    /// Takes out all queries, whatever results have arrived.
    mutating func takeQueries() -> [PipelinedQuery] {
        defer { inFlight = [] }
        return inFlight.map(\.pipelinedQuery)
    }
}
