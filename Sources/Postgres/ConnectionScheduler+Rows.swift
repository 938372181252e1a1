/// The tasks' side of it.
extension ConnectionScheduler {
    /// Sends an exchange and waits for its rows: on the connection its sender holds, or on any. The task's cancellation cancels it on
    /// the server unless it is `shielded`.
    func rows(of pipelinedQuery: PipelinedQuery, on connection: Connection? = nil, shielded: Bool = false) async throws -> [Rows] {
        guard !shielded else { return try await send(pipelinedQuery, on: connection) }
        return try await withTaskCancellationHandler {
            try await send(pipelinedQuery, on: connection)
        } onCancel: {
            cancel(pipelinedQuery)
        }
    }

    /// Its task is told, and the server stops working on it.
    func cancel(_ pipelinedQuery: PipelinedQuery) {
        switch pipelinedQuery.cancel() {
        case .nothing: break
        case .leave: withdraw(pipelinedQuery)
        case .abandon(let connection): connection.abandon(pipelinedQuery, CancellationError())
        }
    }

    private func send(_ pipelinedQuery: PipelinedQuery, on connection: Connection?) async throws -> [Rows] {
        try await withUnsafeThrowingContinuation { continuation in
            guard pipelinedQuery.begin(continuation) else { return }
            guard let connection else { return submit(pipelinedQuery) }
            switch connection.send(pipelinedQuery) {
            case .sent: break
            case .unwanted: break
            case .refused: pipelinedQuery.finish(.failure(PostgresError.connectionLost("it was closed within a transaction")))
            }
        }
    }
}
