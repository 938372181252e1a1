import CLibPQ
import LibC

/// A connection's libpq state: sends queries, and makes their answers of the bytes that arrive. All access happens under
/// the connection's lock, and nothing blocks.
struct Wire: Sendable {
    let handle: ConnectionHandle
    var isClosed = false
    var token: EventLoop.Token = 0
    /// Whether the event loop watches the socket for room to write.
    var isWriting = false
    private var statements: StatementCache
    private var parameters = ParameterBuffer()
    private let notices = CommitNotices()
    private let prepared: (@Sendable (_ text: String) -> Void)?
    /// The queries that were sent and haven't ended. The server works on the first one, and at most one more is
    /// pipelined behind it.
    private var inFlight: [InFlightQuery] = []

    init(_ handle: ConnectionHandle, _ configuration: PoolConfiguration) {
        prepared = configuration.prepared
        self.handle = handle
        notices.attach(to: handle)
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

/// A pipelined query that was sent and hasn't ended, with its libpq commands and the results received so far.
private struct InFlightQuery: Sendable {
    /// A libpq command that yields one result. The number is the index of the statement in the pipelined query.
    enum Command: Sendable {
        case deallocate(String)
        case prepare(Int)
        case execute(Int)
    }

    let pipelinedQuery: PipelinedQuery
    var commands: [Command] = []
    /// The number of commands whose results have been received. It is also the index of the next command.
    var position = 0
    var rows: [Rows] = []
    var error: PostgresError?
    /// Whether a statement of the query has begun a transaction by itself, which a pipelined query must not do.
    var hasBegun = false

    init(_ pipelinedQuery: PipelinedQuery) {
        self.pipelinedQuery = pipelinedQuery
        commands.reserveCapacity(pipelinedQuery.statements.count)
        rows.reserveCapacity(pipelinedQuery.statements.count - pipelinedQuery.preamble)
    }

    /// The command whose result arrives next, or nil if only the query's Sync is left.
    var command: Command? { position < commands.count ? commands[position] : nil }

    /// Whether the query neither prepares nor deallocates a statement. If so, an error in the query can't affect the
    /// prepared statements that the next query uses.
    var keepsPreparedStatements: Bool {
        commands.allSatisfy { if case .execute = $0 { true } else { false } }
    }
}

// MARK: Sending

extension Wire {
    /// Sends a query, as far as the socket accepts bytes now. Returns false if the connection is broken.
    mutating func send(_ pipelinedQuery: PipelinedQuery) -> Bool {
        var sent = InFlightQuery(pipelinedQuery)
        defer { inFlight.append(sent) }
        for index in pipelinedQuery.statements.indices {
            let sql = pipelinedQuery.statements[index]
            let isSent =
                pipelinedQuery.isPrepared && statements.capacity > 0 ? sendPrepared(sql, index, &sent) : sendOnce(sql, index, &sent)
            guard isSent else { return false }
        }
        // Deallocation waits for a query that starts without a transaction, because the server would refuse it in a
        // failed one. It comes last, because after it `SET TRANSACTION ISOLATION LEVEL` would fail.
        if pipelinedQuery.startsFresh, !statements.evicted.isEmpty {
            for name in statements.takeEvicted() {
                guard PQsendQueryParams(handle.pointer, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 0) == 1 else { return false }
                sent.commands.append(.deallocate(name))
            }
        }
        return PQpipelineSync(handle.pointer) == 1
    }

    /// The format code with which results are requested. Binary is cheaper on both sides: formatting times and ids as
    /// text takes PostgreSQL longer than finding the rows, and parsing them takes as long again.
    private static let binary: Int32 = 1

    private mutating func sendOnce(_ sql: SQL, _ index: Int, _ sent: inout InFlightQuery) -> Bool {
        sent.commands.append(.execute(index))
        let (connection, text) = (handle.pointer, sql.text)
        return parameters.withPointers(to: sql.parameters) {
            PQsendQueryParams(connection, text, Int32($0.count), nil, $0.baseAddress, nil, nil, Self.binary) == 1
        }
    }

    /// Sends a prepared statement. If the statement isn't prepared yet, the command that prepares it goes into the same
    /// pipeline.
    private mutating func sendPrepared(_ sql: SQL, _ index: Int, _ sent: inout InFlightQuery) -> Bool {
        let text = sql.text
        let name: String
        if let known = statements.name(of: text) {
            name = known
        } else {
            name = statements.add(text)
            prepared?(text)
            guard PQsendPrepare(handle.pointer, name, text, 0, nil) == 1 else { return false }
            sent.commands.append(.prepare(index))
        }
        sent.commands.append(.execute(index))
        let connection = handle.pointer
        return parameters.withPointers(to: sql.parameters) {
            PQsendQueryPrepared(connection, name, Int32($0.count), $0.baseAddress, nil, nil, Self.binary) == 1
        }
    }
}

// MARK: Receiving

extension Wire {
    /// The result of processing the bytes received from the connection.
    enum ReadResult {
        case unfinished
        case finished(PipelinedQuery, QueryReport)
        case broken(PostgresError)
    }

    /// Reads the bytes that have arrived, without waiting for more. Returns false if the connection is broken. Call
    /// `receive` for earlier bytes first.
    mutating func read() -> Bool {
        var isAlive = PQconsumeInput(handle.pointer) == 1
        // The socket doesn't signal bytes that TLS has already decrypted.
        while isAlive, TLS.pendingBytes(handle) > 0 { isAlive = PQconsumeInput(handle.pointer) == 1 }
        return isAlive
    }

    /// Processes the received bytes, up to the end of the first query's answer. Call it again for the bytes behind that
    /// answer.
    /// - Parameter isAlive: the result of `read`.
    mutating func receive(isAlive: Bool) -> ReadResult {
        let reception = collect()
        if case .unfinished = reception, !isAlive || PQstatus(handle.pointer) == CONNECTION_BAD { return .broken(loss) }
        return reception
    }

    /// The reason why the connection is broken: the server's last error, or libpq's message.
    private var loss: PostgresError { inFlight.first?.error ?? .connectionLost(handle.errorMessage) }

    private mutating func collect() -> ReadResult {
        while PQisBusy(handle.pointer) == 0, !inFlight.isEmpty {
            guard let result = PQgetResult(handle.pointer) else {
                // Nil ends the results of one command. It also ends the error of the implicit commit, which comes
                // before the Sync.
                inFlight[0].position += 1
                guard inFlight[0].position <= inFlight[0].commands.count + 1 else { return .broken(loss) }
                continue
            }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK: succeed(result)
            case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                if result.beginsTransaction { inFlight[0].hasBegun = true }
                succeed(result)
            case PGRES_PIPELINE_SYNC:
                PQclear(result)
                // Whether the transaction survives a failover is unknown, as after a lost connection.
                if notices.sawUnreplicatedCommit { return .broken(.connectionLost("a commit did not wait for the standby")) }
                return finish()
            case PGRES_PIPELINE_ABORTED: abort(result)
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                PQclear(result)
                return .broken(.misuse("COPY can't be sent as a statement"))
            default:
                guard fail(result) else { return .broken(loss) }
            }
        }
        return .unfinished
    }

    private mutating func succeed(_ result: OpaquePointer) {
        if case .execute(let index) = inFlight[0].command, index >= inFlight[0].pipelinedQuery.preamble {
            inFlight[0].rows.append(Rows(result: QueryResult(result)))
        } else {
            PQclear(result)
        }
    }

    /// Handles the result of a libpq command that the server skipped because an earlier one failed.
    private mutating func abort(_ result: OpaquePointer) {
        PQclear(result)
        switch inFlight[0].command {
        case .prepare(let index): statements.forget(inFlight[0].pipelinedQuery.statements[index].text)
        case .deallocate(let name): statements.keep(evicted: name)
        case .execute, nil: break
        }
    }

    /// Records the server's error for the query. Returns false if the error is libpq's own, because the connection
    /// broke.
    private mutating func fail(_ result: OpaquePointer) -> Bool {
        defer { PQclear(result) }
        let pipelinedQuery = inFlight[0].pipelinedQuery
        var statement: String?
        switch inFlight[0].command {
        case .prepare(let index):
            statement = pipelinedQuery.statements[index].text
            statements.forget(pipelinedQuery.statements[index].text)
        case .execute(let index): statement = pipelinedQuery.statements[index].text
        case .deallocate, nil: break
        }
        guard let failure = ServerError(result, statement: statement) else { return false }
        if failure.isStalePlan { forgetStale(failure) }
        if inFlight[0].error == nil { inFlight[0].error = .server(failure) }
        return true
    }

    private mutating func forgetStale(_ failure: ServerError) {
        if failure.sqlState == .invalidStatementName {
            statements.removeAll()
        } else if let statement = failure.statement {
            statements.evict(statement)
        }
    }

    /// Ends the first query at its Sync.
    ///
    /// What the connection can do next depends on whether a transaction is open. libpq knows that only after the last
    /// query in the pipeline. So if another query follows, the command tag of a `BEGIN` in the first query shows that
    /// it left a transaction open. The second query ran in that transaction, and the transaction state after the second
    /// query shows it. Neither query is committed.
    private mutating func finish() -> ReadResult {
        let sent = inFlight.removeFirst()
        let status = PQtransactionStatus(handle.pointer)
        let misuse: String?
        var mustClose = false
        if sent.pipelinedQuery.keepsConnection {
            misuse = status == PQTRANS_INTRANS ? nil : "a statement ended the transaction it ran in"
        } else {
            let isOpen = inFlight.isEmpty ? status != PQTRANS_IDLE : sent.hasBegun
            (misuse, mustClose) = (isOpen ? "a statement left a transaction open" : nil, isOpen || parameters.wasLarge)
        }
        let error = sent.error ?? misuse.map { .misuse($0) }
        // The server is a standby now, or the connection reached one. A new connection may find the primary.
        if error?.sqlState == .readOnlyTransaction { mustClose = true }
        let isCancelled = error?.sqlState == .queryCanceled
        return .finished(sent.pipelinedQuery, QueryReport(rows: sent.rows, error: error, mustClose: mustClose, isCancelled: isCancelled))
    }
}

extension OpaquePointer {
    /// Whether the result is that of a statement that begins a transaction, according to its command tag.
    fileprivate var beginsTransaction: Bool {
        guard let tag = PQcmdStatus(self) else { return false }
        return strcmp(tag, "BEGIN") == 0 || strcmp(tag, "START TRANSACTION") == 0
    }
}
