import CLibPQ

extension Wire {
    /// What came of reading.
    enum Reception {
        case unfinished
        case finished(Exchange, Result<[Rows], any Error>, isReusable: Bool)
        case broken(PostgresError)
    }

    /// Reads what has arrived, without waiting for more.
    mutating func receive() -> Reception {
        var isAlive = PQconsumeInput(handle.pointer) == 1
        // What TLS has decrypted already, the socket announces no more.
        while isAlive, let tls, TLS.pendingBytes(tls) > 0 { isAlive = PQconsumeInput(handle.pointer) == 1 }
        let reception = collect()
        if case .unfinished = reception, !isAlive || PQstatus(handle.pointer) == CONNECTION_BAD { return .broken(loss) }
        return reception
    }

    /// Why it is over: what the server said last, or what libpq found.
    private var loss: PostgresError { error ?? .connectionLost(handle.errorMessage) }

    private mutating func collect() -> Reception {
        while PQisBusy(handle.pointer) == 0, let exchange {
            guard let result = PQgetResult(handle.pointer) else {
                // Nil ends the results of a command, or the error of the commit, which comes before the Sync.
                position += 1
                guard position <= commands.count + 1 else { return .broken(loss) }
                continue
            }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: succeed(result, exchange)
            case PGRES_PIPELINE_SYNC:
                PQclear(result)
                return finish(exchange)
            case PGRES_PIPELINE_ABORTED: abort(result, exchange)
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                PQclear(result)
                return .broken(.misuse("COPY can't be sent as a statement"))
            default:
                guard fail(result, exchange) else { return .broken(loss) }
            }
        }
        return .unfinished
    }

    private mutating func succeed(_ result: OpaquePointer, _ exchange: Exchange) {
        if case .execute(let index) = command, index >= exchange.preamble {
            rows.append(Rows(result: QueryResult(result)))
        } else {
            PQclear(result)
        }
    }

    /// A command behind one that failed.
    private mutating func abort(_ result: OpaquePointer, _ exchange: Exchange) {
        PQclear(result)
        if case .prepare(let index) = command { statements.forget(exchange.statements[index].text) }
    }

    /// Notes the server's error. False when it was libpq's own, because the connection broke.
    private mutating func fail(_ result: OpaquePointer, _ exchange: Exchange) -> Bool {
        defer { PQclear(result) }
        var statement: String?
        switch command {
        case .prepare(let index):
            statement = exchange.statements[index].text
            statements.forget(exchange.statements[index].text)
        case .execute(let index): statement = exchange.statements[index].text
        case .deallocate, nil: break
        }
        guard let failure = ServerError(result, statement: statement) else { return false }
        if failure.isStalePlan { forgetStale(failure) }
        if error == nil { error = .server(failure) }
        return true
    }

    private mutating func forgetStale(_ failure: ServerError) {
        if failure.sqlState == .invalidStatementName {
            statements.removeAll()
        } else if let statement = failure.statement {
            statements.evict(statement)
        }
    }

    /// The Sync came: the exchange is over, and whether the connection can serve another depends on the transaction's state.
    private mutating func finish(_ exchange: Exchange) -> Reception {
        let status = PQtransactionStatus(handle.pointer)
        let isReusable: Bool
        if exchange.keepsConnection {
            isReusable = true
            if error == nil, status != PQTRANS_INTRANS { error = .misuse("a statement ended the transaction it ran in") }
        } else {
            isReusable = status == PQTRANS_IDLE && !parameters.wasLarge
            if error == nil, status != PQTRANS_IDLE { error = .misuse("a statement left a transaction open") }
        }
        let result: Result<[Rows], any Error> = error.map { .failure($0) } ?? .success(rows)
        _ = takeExchange()
        return .finished(exchange, result, isReusable: isReusable)
    }
}
