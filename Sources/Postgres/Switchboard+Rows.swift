/// The tasks' side of it.
extension Switchboard {
    /// Sends an exchange and waits for its rows: on the connection its sender holds, or on any. The task's cancellation cancels it on
    /// the server unless it is `shielded`.
    func rows(of exchange: Exchange, on connection: Connection? = nil, shielded: Bool = false) async throws -> [Rows] {
        guard !shielded else { return try await send(exchange, on: connection) }
        return try await withTaskCancellationHandler {
            try await send(exchange, on: connection)
        } onCancel: {
            cancel(exchange)
        }
    }

    /// Its task is told, and the server stops working on it.
    func cancel(_ exchange: Exchange) {
        switch exchange.cancel() {
        case .nothing: break
        case .leave: withdraw(exchange)
        case .abandon(let connection): connection.abandon(exchange, CancellationError())
        }
    }

    private func send(_ exchange: Exchange, on connection: Connection?) async throws -> [Rows] {
        try await withUnsafeThrowingContinuation { continuation in
            guard exchange.begin(continuation) else { return }
            guard let connection else { return submit(exchange) }
            switch connection.send(exchange) {
            case .sent: break
            case .unwanted: break
            case .refused: exchange.finish(.failure(PostgresError.connectionLost("it was closed within a transaction")))
            }
        }
    }
}
