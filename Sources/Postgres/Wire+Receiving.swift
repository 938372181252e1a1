import CLibPQ

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension Wire {
    /// What came of reading.
    enum ReadResult {
        case unfinished
        case finished(InFlightQuery, Occupation)
        case broken(PostgresError)
    }

    /// What a connection is good for behind an exchange that is over.
    enum Occupation {
        /// The sender's next, within a transaction.
        case held
        /// Anything.
        case free
        /// One more behind what is under way now.
        case shared
        /// Nothing, as long as something is under way.
        case full
        /// Nothing ever.
        case spent
    }

    /// Takes in what has arrived, without waiting for more. False when the connection is broken, which matters once nothing more is found
    /// in what had arrived before.
    mutating func read() -> Bool {
        var isAlive = PQconsumeInput(handle.pointer) == 1
        // What TLS has decrypted already, the socket announces no more.
        while isAlive, let tls, TLS.pendingBytes(tls) > 0 { isAlive = PQconsumeInput(handle.pointer) == 1 }
        return isAlive
    }

    /// Goes through what was taken in, up to the end of an exchange; called again for what comes behind that.
    /// - Parameter isAlive: what `read` said.
    mutating func receive(isAlive: Bool) -> ReadResult {
        let reception = collect()
        if case .unfinished = reception, !isAlive || PQstatus(handle.pointer) == CONNECTION_BAD { return .broken(loss) }
        return reception
    }

    /// Why it is over: what the server said last, or what libpq found.
    private var loss: PostgresError { inFlight.first?.error ?? .connectionLost(handle.errorMessage) }

    private mutating func collect() -> ReadResult {
        while PQisBusy(handle.pointer) == 0, !inFlight.isEmpty {
            guard let result = PQgetResult(handle.pointer) else {
                // Nil ends the results of a command, or the error of the commit, which comes before the Sync.
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

    /// A command behind one that failed.
    private mutating func abort(_ result: OpaquePointer) {
        PQclear(result)
        switch inFlight[0].command {
        case .prepare(let index): statements.forget(inFlight[0].pipelinedQuery.statements[index].text)
        case .deallocate(let name): statements.keep(evicted: name)
        case .execute, nil: break
        }
    }

    /// Notes the server's error. False when it was libpq's own, because the connection broke.
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

    /// The Sync came: the exchange is over, and what the connection is good for depends on the transaction's state. libpq tells that only
    /// behind the last exchange. Whoever begins a transaction in one that another follows is found by that statement's answer; the other,
    /// which ran in it, by the state in which it ends, and nothing of either is committed.
    private mutating func finish() -> ReadResult {
        var sent = inFlight.removeFirst()
        let now = ContinuousClock.now
        sent.took = now - began
        (wasBrief, began) = (sent.took <= brief, now)
        let status = PQtransactionStatus(handle.pointer)
        if sent.pipelinedQuery.keepsConnection {
            if sent.error == nil, status != PQTRANS_INTRANS { sent.error = .misuse("a statement ended the transaction it ran in") }
            return .finished(sent, .held)
        }
        let isOpen = inFlight.isEmpty ? status != PQTRANS_IDLE : sent.hasBegun
        if sent.error == nil, isOpen { sent.error = .misuse("a statement left a transaction open") }
        if isOpen || parameters.wasLarge { isRetiring = true }
        let occupation: Occupation = inFlight.isEmpty ? (isRetiring ? .spent : .free) : hasRoom ? .shared : .full
        return .finished(sent, occupation)
    }
}

extension OpaquePointer {
    /// Whether a result is that of a statement that begins a transaction, by its tag.
    fileprivate var beginsTransaction: Bool {
        guard let tag = PQcmdStatus(self) else { return false }
        return strcmp(tag, "BEGIN") == 0 || strcmp(tag, "START TRANSACTION") == 0
    }
}
