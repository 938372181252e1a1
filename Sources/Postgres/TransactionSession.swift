import Synchronization

/// Sends the statements of an explicit transaction. `BEGIN` is sent together with the first statements. From then until
/// its end the transaction holds a connection.
final class TransactionSession: StatementSender {
    private enum Phase {
        /// Nothing has been sent.
        case unsent
        case sending(PipelinedQuery?)
        case open(ConnectionID)
        /// A statement failed. The server accepts only a rollback, of everything or to a savepoint.
        case failed(ConnectionID, any Error)
        /// The connection is lost.
        case broken(any Error)
        /// The caller's closure ended while statements were still running, because it had left a task behind.
        case abandoned
        case over
    }

    private let scheduler: ConnectionScheduler
    private let opening: [SQL]
    private let waited: Duration
    private let phase = Mutex(Phase.unsent)

    init(_ scheduler: ConnectionScheduler, opening: [SQL], waited: Duration) {
        self.scheduler = scheduler
        self.opening = opening
        self.waited = waited
    }

    // MARK: Statements

    func send(_ statements: [SQL], isPrepared: Bool) async throws -> [Rows] {
        guard let connection = try enter() else { return try await begin(statements, isPrepared: isPrepared) }
        let pipelinedQuery = PipelinedQuery(statements, keepsConnection: true, startsFresh: false, isPrepared: isPrepared)
        return try await run(pipelinedQuery, on: connection)
    }

    /// Starts sending statements. Returns the connection that the transaction holds, or nil if it holds none yet.
    private func enter() throws -> ConnectionID? {
        try phase.withLock { phase in
            switch phase {
            case .unsent:
                phase = .sending(nil)
                return nil
            case .open(let connection), .failed(let connection, _):
                phase = .sending(nil)
                return connection
            case .sending: throw PostgresError.misuse("statements sent at once on one transaction: send them as a pipeline")
            case .broken(let error): throw error
            case .abandoned, .over: throw PostgresError.misuse("a statement sent after its transaction had ended")
            }
        }
    }

    private func begin(_ statements: [SQL], isPrepared: Bool) async throws -> [Rows] {
        do {
            return try await run(first(statements, isPrepared: isPrepared), on: nil)
        } catch PostgresError.server(let error) where error.isStalePlan {
            // The transaction contained only these statements, so beginning again is safe.
            await rollBack()
            phase.withLock { $0 = .sending(nil) }
            return try await run(first(statements, isPrepared: isPrepared), on: nil)
        }
    }

    /// Returns the query that begins the transaction and sends its first statements.
    private func first(_ statements: [SQL], isPrepared: Bool) -> PipelinedQuery {
        PipelinedQuery(
            ["BEGIN"] + opening + statements, preamble: 1 + opening.count, keepsConnection: true, isPrepared: isPrepared, waited: waited)
    }

    private func run(_ pipelinedQuery: PipelinedQuery, on connection: ConnectionID?) async throws -> [Rows] {
        phase.withLock { phase in
            if case .sending = phase { phase = .sending(pipelinedQuery) }
        }
        let outcome = await scheduler.run(pipelinedQuery, on: connection)
        settle(outcome)
        return try outcome.result.get()
    }

    private func settle(_ outcome: QueryOutcome) {
        let isAbandoned = phase.withLock { phase in
            if case .abandoned = phase { return true }
            switch (outcome.connection, outcome.result) {
            case (let connection?, .success): phase = .open(connection)
            case (let connection?, .failure(let error)): phase = .failed(connection, error)
            case (nil, .success): phase = .broken(PostgresError.closed)
            case (nil, .failure(let error)): phase = .broken(error)
            }
            return false
        }
        if isAbandoned, let connection = outcome.connection { scheduler.handle(.abandoned(connection)) }
    }

    // MARK: Commit and rollback

    /// Commits the transaction. If that isn't possible, throws the reason, and the caller must call `rollBack`.
    func commit() async throws {
        guard let connection = try connectionToCommit() else { return }
        _ = try await scheduler.run(PipelinedQuery(["COMMIT"], startsFresh: false), on: connection, shielded: true).result.get()
    }

    private func connectionToCommit() throws -> ConnectionID? {
        try phase.withLock { phase in
            switch phase {
            case .open(let connection):
                try Task.checkCancellation()
                phase = .over
                return connection
            case .failed(_, let error), .broken(let error): throw error
            case .sending: throw PostgresError.misuse("the body of a transaction ended before its statements")
            case .unsent, .abandoned, .over:
                phase = .over
                return nil
            }
        }
    }

    /// Rolls back the transaction. If the `ROLLBACK` can't reach the server, the server rolls back by itself when it
    /// notices the closed connection.
    func rollBack() async {
        guard let connection = leave() else { return }
        _ = await scheduler.run(PipelinedQuery(["ROLLBACK"], startsFresh: false), on: connection, shielded: true)
    }

    /// Ends the use of this session. Returns the connection that needs a rollback, or nil if none does. If statements
    /// are still running, it cancels them instead, which closes their connection.
    private func leave() -> ConnectionID? {
        let (connection, pipelinedQuery): (ConnectionID?, PipelinedQuery?) = phase.withLock { phase in
            switch phase {
            case .open(let connection), .failed(let connection, _):
                phase = .over
                return (connection, nil)
            case .sending(let pipelinedQuery):
                phase = .abandoned
                return (nil, pipelinedQuery)
            case .unsent, .broken, .abandoned, .over:
                phase = .over
                return (nil, nil)
            }
        }
        if let pipelinedQuery { scheduler.handle(.cancelled(pipelinedQuery)) }
        return connection
    }
}
