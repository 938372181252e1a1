import CLibPQ
import Logging

extension Wire {
    /// Sends what the socket takes now. False when the connection is broken.
    mutating func send(_ pipelinedQuery: PipelinedQuery, behindUntil limit: ContinuousClock.Instant?) -> Bool {
        if inFlight.isEmpty { began = .now }
        var sent = InFlightQuery(pipelinedQuery, behindUntil: limit)
        defer { inFlight.append(sent) }
        for index in pipelinedQuery.statements.indices {
            let sql = pipelinedQuery.statements[index]
            let isSent =
                pipelinedQuery.isPrepared && statements.capacity > 0 ? sendPrepared(sql, index, &sent) : sendOnce(sql, index, &sent)
            guard isSent else { return false }
        }
        // In a failed transaction the server would refuse it, so it waits for the next one. It comes last, since behind it no transaction
        // can say any more how isolated it is to be.
        if pipelinedQuery.startsFresh, !statements.evicted.isEmpty {
            for name in statements.takeEvicted() {
                guard PQsendQueryParams(handle.pointer, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 0) == 1 else { return false }
                sent.commands.append(.deallocate(name))
            }
        }
        return PQpipelineSync(handle.pointer) == 1
    }

    /// The format that results are asked for in. Writing times and ids as text takes PostgreSQL longer than finding them does, and reading
    /// them back takes us as long again.
    private static let binary: Int32 = 1

    private mutating func sendOnce(_ sql: SQL, _ index: Int, _ sent: inout InFlightQuery) -> Bool {
        sent.commands.append(.execute(index))
        let (connection, text) = (handle.pointer, sql.text)
        return parameters.withPointers(to: sql.parameters) {
            PQsendQueryParams(connection, text, Int32($0.count), nil, $0.baseAddress, nil, nil, Self.binary) == 1
        }
    }

    /// Prepares it in the same pipeline where it isn't yet.
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
