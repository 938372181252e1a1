import CLibPQ

/// A connection's libpq state. All access happens under the connection's lock, and nothing blocks.
struct Wire: Sendable {
    let handle: ConnectionHandle
    let socket: Int32
    var isClosed = false
    var token: EventLoop.Token = 0
    /// Whether the event loop watches the socket for room to write.
    var isWriting = false
    var statements: StatementCache
    var parameters = ParameterBuffer()
    let prepared: (@Sendable (_ text: String) -> Void)?
    /// The queries that were sent and haven't ended. The server works on the first one, and at most one more is
    /// pipelined behind it.
    var inFlight: [InFlightQuery] = []

    init(_ handle: ConnectionHandle, _ configuration: PoolConfiguration) {
        prepared = configuration.prepared
        self.handle = handle
        socket = PQsocket(handle.pointer)
        statements = StatementCache(capacity: configuration.isBehindPooler ? 0 : configuration.statementCache)
    }

    /// Whether another query may be pipelined behind the last one: it had no large parameters, and it neither prepares
    /// nor deallocates a statement.
    var allowsPipelining: Bool { !parameters.wasLarge && inFlight.last?.keepsPreparedStatements == true }

    /// Removes and returns all queries, also a query whose results have arrived in part.
    mutating func takeQueries() -> [PipelinedQuery] {
        defer { inFlight = [] }
        return inFlight.map(\.pipelinedQuery)
    }
}
