import CLibPQ
import Logging

extension Wire {
    /// Sends what the socket takes now. False when the connection is broken.
    mutating func send(_ exchange: Exchange, behindUntil limit: ContinuousClock.Instant?) -> Bool {
        if flights.isEmpty { began = .now }
        var flight = Flight(exchange, behindUntil: limit)
        defer { flights.append(flight) }
        for index in exchange.statements.indices {
            let sql = exchange.statements[index]
            let isSent = exchange.isPrepared && statements.capacity > 0 ? sendPrepared(sql, index, &flight) : sendOnce(sql, index, &flight)
            guard isSent else { return false }
        }
        // In a failed transaction the server would refuse it, so it waits for the next one. It comes last, since behind it no transaction
        // can say any more how isolated it is to be.
        if exchange.startsFresh, !statements.evicted.isEmpty {
            for name in statements.takeEvicted() {
                guard PQsendQueryParams(handle.pointer, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 0) == 1 else { return false }
                flight.commands.append(.deallocate(name))
            }
        }
        return PQpipelineSync(handle.pointer) == 1
    }

    /// The format that results are asked for in. Writing times and ids as text takes PostgreSQL longer than finding them does, and reading
    /// them back takes us as long again.
    private static let binary: Int32 = 1

    private mutating func sendOnce(_ sql: SQL, _ index: Int, _ flight: inout Flight) -> Bool {
        flight.commands.append(.execute(index))
        let (connection, text) = (handle.pointer, sql.text)
        return parameters.withPointers(to: sql.parameters) {
            PQsendQueryParams(connection, text, Int32($0.count), nil, $0.baseAddress, nil, nil, Self.binary) == 1
        }
    }

    /// Prepares it in the same pipeline where it isn't yet.
    private mutating func sendPrepared(_ sql: SQL, _ index: Int, _ flight: inout Flight) -> Bool {
        let text = sql.text
        let name: String
        if let known = statements.name(of: text) {
            name = known
        } else {
            name = statements.add(text)
            prepared?(text)
            guard PQsendPrepare(handle.pointer, name, text, 0, nil) == 1 else { return false }
            flight.commands.append(.prepare(index))
        }
        flight.commands.append(.execute(index))
        let connection = handle.pointer
        return parameters.withPointers(to: sql.parameters) {
            PQsendQueryPrepared(connection, name, Int32($0.count), $0.baseAddress, nil, nil, Self.binary) == 1
        }
    }
}
