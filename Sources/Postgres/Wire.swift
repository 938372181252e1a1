import CLibPQ

/// A connection's libpq side, all of it under the connection's lock. Nothing here blocks.
struct Wire: Sendable {
    /// An exchange under way: what was sent for it, and what came back so far.
    struct Flight: Sendable {
        let exchange: Exchange
        var commands: [Command]
        var position = 0
        var rows: [Rows] = []
        var error: PostgresError?
    }

    /// What libpq answers with one result; the number is the statement's place in the exchange.
    enum Command: Sendable {
        case deallocate
        case prepare(Int)
        case execute(Int)
    }

    /// What came of reading.
    enum Reception {
        case unfinished
        case finished(Flight, isReusable: Bool)
        case broken(PostgresError)
    }

    let handle: ConnectionHandle
    let socket: Int32
    var statements: StatementCache
    var flight: Flight?
    var isClosed = false
    var token: EventLoop.Token = 0
    /// Whether the event loop watches for room to write.
    var isWriting = false
    private var parameters = ParameterBuffer()
    private let tls: TLS.Session?

    init(_ handle: ConnectionHandle, statementCache: Int) {
        self.handle = handle
        socket = PQsocket(handle.pointer)
        statements = StatementCache(capacity: statementCache)
        tls = TLS.Session(handle)
    }

    // MARK: Sending

    /// Sends what the socket takes now. False when the connection is broken.
    mutating func send(_ exchange: Exchange) -> Bool {
        var commands: [Command] = []
        commands.reserveCapacity(exchange.statements.count + 1)
        // In a failed transaction the server would refuse it, so it waits for the next one.
        if exchange.startsFresh, !statements.evicted.isEmpty {
            for name in statements.takeEvicted() {
                guard PQsendQueryParams(handle.pointer, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 0) == 1 else { return false }
                commands.append(.deallocate)
            }
        }
        for index in exchange.statements.indices {
            guard send(exchange.statements[index], index, isPrepared: exchange.isPrepared, &commands) else { return false }
        }
        flight = Flight(exchange: exchange, commands: commands)
        return PQpipelineSync(handle.pointer) == 1
    }

    private mutating func send(_ sql: SQL, _ index: Int, isPrepared: Bool, _ commands: inout [Command]) -> Bool {
        guard isPrepared, statements.capacity > 0 else {
            commands.append(.execute(index))
            return parameters.withPointers(to: sql.parameters) {
                PQsendQueryParams(handle.pointer, sql.text, Int32($0.count), nil, $0.baseAddress, nil, nil, 0) == 1
            }
        }
        let name: String
        if let known = statements.name(of: sql.text) {
            name = known
        } else {
            name = statements.add(sql.text)
            guard PQsendPrepare(handle.pointer, name, sql.text, 0, nil) == 1 else { return false }
            commands.append(.prepare(index))
        }
        commands.append(.execute(index))
        return parameters.withPointers(to: sql.parameters) {
            PQsendQueryPrepared(handle.pointer, name, Int32($0.count), $0.baseAddress, nil, nil, 0) == 1
        }
    }

    // MARK: Receiving

    /// Reads what has arrived, without waiting for more.
    mutating func receive() -> Reception {
        var isAlive = PQconsumeInput(handle.pointer) == 1
        // What TLS has decrypted already, the socket announces no more.
        while isAlive, let tls, TLS.pendingBytes(tls) > 0 { isAlive = PQconsumeInput(handle.pointer) == 1 }
        let reception = collect()
        if case .unfinished = reception, !isAlive || PQstatus(handle.pointer) == CONNECTION_BAD {
            return .broken(flight?.error ?? .connectionLost(handle.errorMessage))
        }
        return reception
    }

    private mutating func collect() -> Reception {
        while PQisBusy(handle.pointer) == 0, flight != nil {
            guard let result = PQgetResult(handle.pointer) else {
                // Nil ends the results of a command, or the error of the commit, which comes before the Sync.
                flight?.position += 1
                guard let flight, flight.position <= flight.commands.count + 1 else { return .broken(.connectionLost(handle.errorMessage)) }
                continue
            }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: succeed(result)
            case PGRES_PIPELINE_SYNC:
                PQclear(result)
                return finish()
            case PGRES_PIPELINE_ABORTED: abort(result)
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                PQclear(result)
                return .broken(.misuse("COPY can't be sent as a statement"))
            default:
                if let broken = fail(result) { return .broken(broken) }
            }
        }
        return .unfinished
    }

    private var command: Command? {
        guard let flight, flight.position < flight.commands.count else { return nil }
        return flight.commands[flight.position]
    }

    private mutating func succeed(_ result: OpaquePointer) {
        if case .execute(let index) = command, let flight, index >= flight.exchange.preamble {
            self.flight?.rows.append(Rows(result: QueryResult(result)))
        } else {
            PQclear(result)
        }
    }

    private mutating func abort(_ result: OpaquePointer) {
        PQclear(result)
        if case .prepare(let index) = command, let flight { statements.forget(flight.exchange.statements[index].text) }
    }

    /// Notes the server's error; returns one when there was none, because libpq lost the connection.
    private mutating func fail(_ result: OpaquePointer) -> PostgresError? {
        defer { PQclear(result) }
        var statement: String?
        switch command {
        case .prepare(let index):
            statement = flight?.exchange.statements[index].text
            if let statement { statements.forget(statement) }
        case .execute(let index): statement = flight?.exchange.statements[index].text
        case .deallocate, nil: break
        }
        guard let error = ServerError(result, statement: statement) else { return flight?.error ?? .connectionLost(handle.errorMessage) }
        if error.isStalePlan { forgetStale(error) }
        if flight?.error == nil { flight?.error = .server(error) }
        return nil
    }

    private mutating func forgetStale(_ error: ServerError) {
        if error.sqlState == .invalidStatementName {
            statements.removeAll()
        } else if let statement = error.statement {
            statements.evict(statement)
        }
    }

    /// The Sync came: the exchange is over, and whether the connection can serve another depends on the transaction's state.
    private mutating func finish() -> Reception {
        guard var flight = flight.take() else { return .unfinished }
        let status = PQtransactionStatus(handle.pointer)
        if flight.exchange.keepsConnection {
            if flight.error == nil, status != PQTRANS_INTRANS { flight.error = .misuse("a statement ended the transaction it ran in") }
            return .finished(flight, isReusable: true)
        }
        if status != PQTRANS_IDLE, flight.error == nil { flight.error = .misuse("a statement left a transaction open") }
        return .finished(flight, isReusable: status == PQTRANS_IDLE && !parameters.wasLarge)
    }
}
