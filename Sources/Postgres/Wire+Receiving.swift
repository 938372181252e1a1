import CLibPQ

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Wire {
    /// The result of processing the bytes received from the connection.
    enum ReadResult {
        case unfinished
        case finished(PipelinedQuery, Reply)
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
        let (misuse, mustClose): (String?, Bool)
        if sent.pipelinedQuery.keepsConnection {
            (misuse, mustClose) = (status == PQTRANS_INTRANS ? nil : "a statement ended the transaction it ran in", false)
        } else {
            let isOpen = inFlight.isEmpty ? status != PQTRANS_IDLE : sent.hasBegun
            (misuse, mustClose) = (isOpen ? "a statement left a transaction open" : nil, isOpen || parameters.wasLarge)
        }
        let error = sent.error ?? misuse.map { .misuse($0) }
        let isCancelled = error?.sqlState == .queryCanceled
        return .finished(sent.pipelinedQuery, Reply(rows: sent.rows, error: error, mustClose: mustClose, isCancelled: isCancelled))
    }
}

extension OpaquePointer {
    /// Whether the result is that of a statement that begins a transaction, according to its command tag.
    fileprivate var beginsTransaction: Bool {
        guard let tag = PQcmdStatus(self) else { return false }
        return strcmp(tag, "BEGIN") == 0 || strcmp(tag, "START TRANSACTION") == 0
    }
}
