/// Sends queries on behalf of tasks and suspends the tasks until their rows arrive.
extension ConnectionScheduler {
    /// Sends a query and waits for its rows.
    ///
    /// Cancelling the task cancels the query on the server, unless it is `shielded`.
    /// - Parameter connection: the connection that the sender holds, or nil for any connection of the pool.
    func rows(of pipelinedQuery: PipelinedQuery, on connection: Connection? = nil, shielded: Bool = false) async throws -> [Rows] {
        guard !shielded else { return try await send(pipelinedQuery, on: connection) }
        return try await withTaskCancellationHandler {
            try await send(pipelinedQuery, on: connection)
        } onCancel: {
            cancel(pipelinedQuery)
        }
    }

    /// Resumes the query's task with `CancellationError` and cancels the query on the server.
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
            case .refused: pipelinedQuery.finish(.failure(PostgresError.connectionLost("it was closed during a transaction")))
            }
        }
    }
}
