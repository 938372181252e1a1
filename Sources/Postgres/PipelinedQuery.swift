import Synchronization

/// One round trip: statements that are sent together, up to one Sync, and the task that waits for their rows.
final class PipelinedQuery: Sendable {
    /// The waiting task and the query's present place.
    private struct State {
        var place = Place.new
        /// The continuation of the waiting task. The code that resumes it takes it out first, so it is resumed once.
        /// A checked continuation would cost an allocation per round trip.
        var continuation: UnsafeContinuation<[Rows], any Error>?
        var connection: Connection?
        var wasSent = false
        /// Whether the task was cancelled after the query was sent.
        var isUnwanted = false
    }

    private enum Place {
        case new, waiting, sent, finished
    }

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
    private let state = Mutex(State())

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

    /// Returns the connection that the sender holds after a finished query with `keepsConnection`. If nothing was
    /// sent, that is the one it held before. Nil if the connection is gone.
    func connectionAfter(before: Connection?) -> Connection? {
        state.withLock { $0.wasSent ? $0.connection : before }
    }

    /// Registers the task to be resumed. Returns false if it was cancelled before; it has been resumed with an error
    /// by then.
    func begin(_ continuation: UnsafeContinuation<[Rows], any Error>) -> Bool {
        let isWanted = state.withLock { state in
            guard state.place == .new else { return false }
            state.place = .waiting
            state.continuation = continuation
            return true
        }
        if !isWanted { continuation.resume(throwing: CancellationError()) }
        return isWanted
    }

    /// Marks the query as sent. The connection calls it right before sending. Returns false if the query was
    /// cancelled.
    func claim(for connection: Connection) -> Bool {
        state.withLock { state in
            guard state.place == .waiting else { return false }
            state.place = .sent
            state.wasSent = true
            state.connection = connection
            return true
        }
    }

    /// Puts the query back into the waiting state. The connection that sent it calls this, to have it sent again.
    /// Returns false if the query was cancelled.
    func takeBack() -> Bool {
        state.withLock { state in
            guard state.place == .sent, !state.isUnwanted else { return false }
            state.place = .waiting
            state.connection = nil
            return true
        }
    }

    /// Resumes the task with the result, unless it has been resumed already.
    func finish(_ result: Result<[Rows], any Error>) {
        end(result)?.resume()
    }

    /// Sets the task's result. The caller must resume the task with the returned value.
    func end(_ result: Result<[Rows], any Error>, keeping connection: Connection? = nil) -> Resumption? {
        let continuation = state.withLock { state in
            state.place = .finished
            state.connection = connection
            return state.continuation.take()
        }
        return continuation.map { Resumption(continuation: $0, result: result) }
    }

    /// The step that cancelling a query still needs.
    enum Cancellation {
        case nothing
        case leave
        case abandon(Connection)
    }

    /// Marks the query as cancelled. The caller must do the returned step, which also resumes the task.
    func cancel() -> Cancellation {
        state.withLock { state in
            switch state.place {
            case .new:
                state.place = .finished
                return .nothing
            case .waiting:
                state.place = .finished
                return .leave
            case .sent:
                state.isUnwanted = true
                return state.connection.map { .abandon($0) } ?? .nothing
            case .finished: return .nothing
            }
        }
    }
}

/// A task that is to be resumed, and its result.
struct Resumption: Sendable {
    let continuation: UnsafeContinuation<[Rows], any Error>
    let result: Result<[Rows], any Error>

    func resume() { continuation.resume(with: result) }
}
