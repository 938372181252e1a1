import CLibPQ
import Logging

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
