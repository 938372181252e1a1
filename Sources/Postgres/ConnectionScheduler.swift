import CoreMetrics
import Logging
import Synchronization

// The scheduler of a pool's connections, and the queries that tasks hand to it.

/// Names a connection of a pool.
typealias ConnectionID = UInt64

/// Runs a `PoolStateMachine`. It gives the state machine the events of tasks, connections and the clock, and performs
/// the actions that the state machine returns.
final class ConnectionScheduler: Sendable {
    private struct State {
        var machine: PoolStateMachine
        /// The pool's connections, including those that are being opened or closed.
        var connections: [ConnectionID: Connection] = [:]
        /// The tasks that wait in `waitUntilEmpty` for the pool's last connection to close.
        var closers: [CheckedContinuation<Void, Never>] = []

        mutating func takeClosers() -> [CheckedContinuation<Void, Never>] {
            defer { closers = [] }
            return closers
        }
    }

    let configuration: PoolConfiguration
    let measures: PoolMetrics?
    let logger: Logger
    private let settings: Result<ConnectionSettings, any Error>
    private let state: Mutex<State>
    private let start = ContinuousClock.now

    init(_ configuration: PoolConfiguration, measures: PoolMetrics? = nil, logger: Logger) {
        self.configuration = configuration
        self.measures = measures
        self.logger = logger
        settings = Result { try ConnectionSettings(configuration) }
        state = Mutex(State(machine: PoolStateMachine(configuration)))
    }

    var statistics: PoolStatistics { state.withLock { $0.machine.statistics } }

    // MARK: Queries

    /// Sends a query and suspends the task until the query has ended.
    ///
    /// Cancelling the task cancels the query on the server, unless the query is `shielded`.
    /// - Parameter connection: the connection that the sender's transaction holds, or nil for any connection of the
    ///   pool.
    func run(_ query: PipelinedQuery, on connection: ConnectionID? = nil, shielded: Bool = false) async -> QueryOutcome {
        guard !shielded else { return await submit(query, on: connection) { false } }
        return await withTaskCancellationHandler {
            await submit(query, on: connection) { Task.isCancelled }
        } onCancel: {
            handle(.cancelled(query))
        }
    }

    private func submit(_ query: PipelinedQuery, on connection: ConnectionID?, isCancelled: () -> Bool) async -> QueryOutcome {
        guard !isCancelled() else { return QueryOutcome(result: .failure(CancellationError()), connection: connection) }
        return await withUnsafeContinuation { continuation in
            query.begin(continuation)
            handle(.submitted(query, on: connection))
            // If the cancellation handler ran before the query was submitted, it found no query to cancel.
            if isCancelled() { handle(.cancelled(query)) }
        }
    }

    // MARK: Events and actions

    /// Gives an event to the state machine and performs the actions that it returns.
    /// - Parameter resume: resumes a task whose query is over, or collects it to be resumed later.
    func handle(_ event: PoolStateMachine.Event, resume: (Resumption) -> Void = { $0.resume() }) {
        let (actions, connections, closers) = state.withLock { state in
            let actions = state.machine.handle(event, at: .now - start)
            switch event {
            case .closed(let id, _, _), .failedToOpen(let id, _): state.connections[id] = nil
            default: break
            }
            return (actions, state.connections, state.machine.hasEnded ? state.takeClosers() : [])
        }
        for action in actions { perform(action, connections, resume) }
        for closer in closers { closer.resume() }
    }

    private func perform(
        _ action: PoolStateMachine.Action, _ connections: [ConnectionID: Connection], _ resume: (Resumption) -> Void
    ) {
        switch action {
        case .send(let query, let id): handle(connections[id]?.send(query) ?? .refused(query, by: id), resume: resume)
        case .resume(let query, let outcome): query.end(outcome).map(resume)
        case .open(let id):
            let isStarted = DetachedThread.start { self.open(id) }
            if !isStarted { handle(.failedToOpen(id, .connectionFailed("can't start a thread")), resume: resume) }
        case .close(let id): connections[id]?.close(.closed)
        case .cancelAndClose(let id): connections[id]?.cancelAndClose()
        case .interrupt(let id): connections[id]?.interrupt()
        case .wake(let moment):
            Task {
                try? await Task.sleep(until: start + moment, clock: .continuous)
                handle(.woken)
            }
        case .recordRoundTrip(let sent, let took): recordRoundTrip(sent, took)
        case .recordWait(let waited): measures?.waits.recordNanoseconds(waited.nanoseconds)
        case .recordRefusal: measures?.refusals.increment()
        // The statements that wait for the connection fail too, and their caller logs that once for all of them.
        case .logFailure(let error, _): logger.debug("can't connect to PostgreSQL", metadata: ["error": "\(error)"])
        }
    }

    private func open(_ id: ConnectionID) {
        do {
            let connection = try Connection(try Connector.connect(settings.get()), id, scheduler: self)
            state.withLock { $0.connections[id] = connection }
            connection.open()
            // If the event loop has closed the connection by now, the machine ignores this event.
            handle(.opened(id, lifetime: configuration.lifetime * Double.random(in: 0.9...1)))
        } catch {
            handle(.failedToOpen(id, error as? PostgresError ?? .connectionFailed("\(error)")))
        }
    }

    /// Records the duration of a finished round trip. A slow one is logged with its statements, without the values of
    /// their parameters.
    private func recordRoundTrip(_ sent: PoolStateMachine.InFlight, _ took: Duration) {
        measures?.roundTrips.recordNanoseconds(took.nanoseconds)
        guard let slow = configuration.slow, took >= slow, !sent.isDropped else { return }
        let statements = sent.query.statements.dropFirst(sent.query.preamble).map { $0.text.onOneLine }
        logger.warning(
            "A round trip to PostgreSQL took \(took.milliseconds) ms",
            metadata: ["statements": "\(statements.joined(separator: "; ").prefix(Self.shownText))"])
    }

    /// The number of characters after which the logged text of slow statements is cut off.
    private static let shownText = 2000

    // MARK: Closing

    /// Waits until the pool is shut down and no connection is left.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.machine.hasEnded { state.closers.append(continuation) }
                return state.machine.hasEnded
            }
            if isEmpty { continuation.resume() }
        }
    }

    /// Resumes the tasks that wait in `waitUntilEmpty` for the pool's last connection to close, even if connections are
    /// left.
    func stopWaiting() {
        for closer in state.withLock({ $0.takeClosers() }) { closer.resume() }
    }
}

extension String {
    /// The text with each run of white space replaced by one blank.
    fileprivate var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

// MARK: A query and its outcome

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
    private let continuation = Mutex<UnsafeContinuation<QueryOutcome, Never>?>(nil)

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

    /// Stores the task that waits for the outcome of the query.
    func begin(_ continuation: UnsafeContinuation<QueryOutcome, Never>) { self.continuation.withLock { $0 = continuation } }

    /// Ends the query. The caller must resume the returned task. Returns nil if the query has already ended.
    func end(_ outcome: QueryOutcome) -> Resumption? {
        continuation.withLock { $0.take() }.map { Resumption(continuation: $0, outcome: outcome) }
    }
}

/// The outcome that a query's task is resumed with.
struct QueryOutcome: Sendable {
    let result: Result<[Rows], any Error>
    /// The connection that the task's transaction holds after the query, or nil if it holds none.
    let connection: ConnectionID?
}

/// A connection's report about a query that has ended.
struct QueryReport: Sendable {
    let rows: [Rows]
    let error: PostgresError?
    /// Whether the connection must be closed.
    let mustClose: Bool
    /// Whether the server ended the query because of a cancel request or a time limit.
    let isCancelled: Bool

    func outcome(keeping connection: ConnectionID?) -> QueryOutcome {
        QueryOutcome(result: error.map { .failure($0) } ?? .success(rows), connection: connection)
    }
}

/// A task that is to be resumed, and the outcome of its query.
struct Resumption: Sendable {
    let continuation: UnsafeContinuation<QueryOutcome, Never>
    let outcome: QueryOutcome

    func resume() { continuation.resume(returning: outcome) }
}
