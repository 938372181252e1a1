import CLibPQ

/// A connection's libpq side, all of it under the connection's lock. Nothing here blocks.
struct Wire: Sendable {
    /// What libpq answers with one result; the number is the statement's place in the exchange.
    enum Command: Sendable {
        case deallocate
        case prepare(Int)
        case execute(Int)
    }

    let handle: ConnectionHandle
    let socket: Int32
    var isClosed = false
    var token: EventLoop.Token = 0
    /// Whether the event loop watches for room to write.
    var isWriting = false
    var statements: StatementCache
    var parameters = ParameterBuffer()
    let tls: TLS.Session?

    // MARK: The exchange under way

    /// What was sent and isn't over.
    private(set) var exchange: Exchange?
    /// What it consists of for libpq, and how many of them are done.
    var commands: [Command] = []
    var position = 0
    /// What came back so far.
    var rows: [Rows] = []
    var error: PostgresError?

    init(_ handle: ConnectionHandle, statementCache: Int) {
        self.handle = handle
        socket = PQsocket(handle.pointer)
        statements = StatementCache(capacity: statementCache)
        tls = TLS.Session(handle)
    }

    /// The command whose results arrive now; nil behind the last, where the Sync is.
    var command: Command? { position < commands.count ? commands[position] : nil }

    mutating func begin(_ exchange: Exchange) {
        self.exchange = exchange
        commands.removeAll(keepingCapacity: true)
        position = 0
        rows = []
        rows.reserveCapacity(exchange.statements.count - exchange.preamble)
        error = nil
    }

    /// Takes the exchange out, whatever has come back.
    mutating func takeExchange() -> Exchange? {
        defer { rows = [] }
        return exchange.take()
    }
}
