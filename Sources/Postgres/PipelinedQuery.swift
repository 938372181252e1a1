import Synchronization

/// Names a connection of a pool.
typealias ConnectionID = UInt64

/// One round trip: statements that are sent together, up to one Sync, and the task that waits for their rows.
final class PipelinedQuery: Sendable {
    let statements: [SQL]
    /// The number of statements at the beginning whose rows are discarded, such as `BEGIN`.
    let preamble: Int
    /// Whether the sender keeps the connection after the query, because its transaction stays open.
    let keepsConnection: Bool
    /// Whether no transaction is open when the query is sent. Any connection can then send it.
    let startsFresh: Bool
    /// Whether the statements are sent as prepared statements.
    let isPrepared: Bool
    /// How long the HTTP request or job behind the query has already waited for something else. The query waits that
    /// much less for a connection.
    let waited: Duration
    /// The task that waits for the answer. The code that resumes the task takes it out first, so it is resumed only
    /// once. A checked continuation would cost an allocation per round trip.
    private let continuation = Mutex<UnsafeContinuation<Answer, Never>?>(nil)

    /// Whether the query is a complete transaction, so that it may share a connection with another query.
    var isWhole: Bool { startsFresh && !keepsConnection }

    init(
        _ statements: [SQL], preamble: Int = 0, keepsConnection: Bool = false, startsFresh: Bool = true, isPrepared: Bool = true,
        waited: Duration = .zero
    ) {
        self.statements = statements
        self.preamble = preamble
        self.keepsConnection = keepsConnection
        self.startsFresh = startsFresh
        self.isPrepared = isPrepared
        self.waited = waited
    }

    /// Stores the task that waits for the query's answer.
    func begin(_ continuation: UnsafeContinuation<Answer, Never>) { self.continuation.withLock { $0 = continuation } }

    /// Ends the query. The caller must resume the returned task. Returns nil if the query has already ended.
    func end(_ answer: Answer) -> Resumption? {
        continuation.withLock { $0.take() }.map { Resumption(continuation: $0, answer: answer) }
    }
}

/// The outcome that a query's task is resumed with.
struct Answer: Sendable {
    let result: Result<[Rows], any Error>
    /// The connection that the task's transaction holds after the query, or nil if it holds none.
    let connection: ConnectionID?
}

/// A connection's report about a query that has ended.
struct Reply: Sendable {
    let rows: [Rows]
    let error: PostgresError?
    /// Whether the connection must be closed.
    let mustClose: Bool
    /// Whether the server ended the query because of a cancel request or a time limit.
    let isCancelled: Bool

    func answer(keeping connection: ConnectionID?) -> Answer {
        Answer(result: error.map { .failure($0) } ?? .success(rows), connection: connection)
    }
}

/// A task that is to be resumed, and its answer.
struct Resumption: Sendable {
    let continuation: UnsafeContinuation<Answer, Never>
    let answer: Answer

    func resume() { continuation.resume(returning: answer) }
}
