import Synchronization

/// One round trip: statements that go out together, up to one Sync, and the task that waits for their rows.
final class PipelinedQuery: Sendable {
    /// What was promised to the task and where the statements are meanwhile.
    private struct State {
        var place = Place.new
        /// Taken by whoever resumes it, so that happens once; checking that again costs an allocation for each round trip.
        var continuation: UnsafeContinuation<[Rows], any Error>?
        var connection: Connection?
        var wasSent = false
        /// Cancelled after it was sent.
        var isUnwanted = false
    }

    private enum Place {
        case new, waiting, sent, finished
    }

    let statements: [SQL]
    /// How many statements come before those whose rows are wanted.
    let preamble: Int
    /// Whether the connection stays the sender's afterwards, within a transaction.
    let keepsConnection: Bool
    /// Whether no transaction is open when it is sent.
    let startsFresh: Bool
    /// Whether the statements are worth preparing.
    let isPrepared: Bool
    /// How long the request has already waited for something else. It waits the less for a connection.
    let waited: Duration
    private let state = Mutex(State())

    /// Whether it is a transaction of its own, so that it may share a connection with another.
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

    /// The connection the sender holds after a finished exchange that keeps it: the one it held before where nothing was sent, nil when
    /// it is gone.
    func heldConnection(before: Connection?) -> Connection? {
        state.withLock { $0.wasSent ? $0.connection : before }
    }

    /// Registers the task to be resumed. False when it was cancelled before, and then it has been told.
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

    /// Called by the connection about to send it. False when nobody wants it any more.
    func claim(for connection: Connection) -> Bool {
        state.withLock { state in
            guard state.place == .waiting else { return false }
            state.place = .sent
            state.wasSent = true
            state.connection = connection
            return true
        }
    }

    /// Called by the connection that sent it, to have it sent again. False when nobody wants it any more.
    func takeBack() -> Bool {
        state.withLock { state in
            guard state.place == .sent, !state.isUnwanted else { return false }
            state.place = .waiting
            state.connection = nil
            return true
        }
    }

    /// Resumes the task, unless something else was first.
    func finish(_ result: Result<[Rows], any Error>) {
        end(result)?.resume()
    }

    /// Settles what the task will see, and leaves resuming it to the caller.
    func end(_ result: Result<[Rows], any Error>, keeping connection: Connection? = nil) -> Resumption? {
        let continuation = state.withLock { state in
            state.place = .finished
            state.connection = connection
            return state.continuation.take()
        }
        return continuation.map { Resumption(continuation: $0, result: result) }
    }

    /// What is left to do for a cancelled exchange.
    enum Cancellation {
        case nothing
        case leave
        case abandon(Connection)
    }

    /// Marks it as unwanted; the task is told by whoever does what is left.
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

/// A task about to be resumed.
struct Resumption: Sendable {
    let continuation: UnsafeContinuation<[Rows], any Error>
    let result: Result<[Rows], any Error>

    func resume() { continuation.resume(with: result) }
}
