import Synchronization

/// Names a connection of a pool.
typealias ConnectionID = UInt64

/// One round trip: statements that are sent together, up to one Sync, and the task that waits for their rows.
final class PipelinedQuery: Sendable {
    let statements: [SQL]
    /// The number of leading statements whose rows are discarded.
    let preamble: Int
    /// Whether the sender keeps the connection afterwards, because its transaction stays open.
    let keepsConnection: Bool
    /// Whether no transaction is open when it is sent.
    let startsFresh: Bool
    /// Whether the statements are prepared.
    let isPrepared: Bool
    /// How long the request has already waited for something else. It waits the less for a connection.
    let waited: Duration
    /// The waiting task. The code that resumes it takes it out first, so it is resumed once. A checked continuation
    /// would cost an allocation per round trip.
    private let continuation = Mutex<UnsafeContinuation<Answer, Never>?>(nil)

    /// Whether it is a transaction of its own, so that it may share a connection with another query.
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

    /// Registers the task to be resumed.
    func begin(_ continuation: UnsafeContinuation<Answer, Never>) { self.continuation.withLock { $0 = continuation } }

    /// Ends the query. The caller must resume the task with the returned value.
    func end(_ answer: Answer) -> Resumption? {
        continuation.withLock { $0.take() }.map { Resumption(continuation: $0, answer: answer) }
    }
}

/// What the task of a query gets.
struct Answer: Sendable {
    let result: Result<[Rows], any Error>
    /// The connection that the task's transaction holds now.
    let connection: ConnectionID?
}

/// What a connection reports about a query that is over.
struct Reply: Sendable {
    let rows: [Rows]
    let error: PostgresError?
    /// Whether the connection must be closed.
    let isSpent: Bool
    /// Whether the server ended the query because of a cancel request, or of its time limit.
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
