import Logging
import Synchronization

/// Assigns queries to connections: to an idle one at once, otherwise to the next that becomes free. Opens connections
/// while the pool is smaller than its limit.
final class ConnectionScheduler: Sendable {
    struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The idle connections. The most recently used is taken first, so that its caches are warm and surplus
        /// connections reach their age limit unused.
        var idle: [Connection] = []
        /// The times at which the busy connections got their present work.
        var busySince: [ObjectIdentifier: ContinuousClock.Instant] = [:]
        /// The number of connections being opened.
        var opening = 0
        var line = WaitQueue()
        /// The last attempt to open a connection, if it failed.
        var failure: (error: PostgresError, at: ContinuousClock.Instant)?
        var isClosed = false
        var isSweeping = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    let configuration: PoolConfiguration
    let measures: PoolMetrics?
    let logger: Logger
    let settings: Result<ConnectionSettings, any Error>
    let state = Mutex(State())

    /// The pause after a failed attempt to connect.
    static let pause = Duration.milliseconds(250)

    init(_ configuration: PoolConfiguration, measures: PoolMetrics? = nil, logger: Logger) {
        self.configuration = configuration
        self.measures = measures
        self.logger = logger
        settings = Result { try ConnectionSettings(configuration) }
    }

    var statistics: PoolStatistics {
        state.withLock { state in
            let open = state.connections.count + state.opening
            return PoolStatistics(
                open: open, idle: state.idle.count, busy: state.connections.count - state.idle.count, waiting: state.line.count)
        }
    }

    // MARK: Queries

    /// Sends a query or puts it into the wait queue. Its task is resumed in every case.
    /// - Parameter former: the query's former place, if it has waited before. It goes back to the head of the queue.
    func submit(_ pipelinedQuery: PipelinedQuery, from former: WaitQueue.Place? = nil) {
        while true {
            let step = state.withLock { place(pipelinedQuery, from: former, in: &$0) }
            switch step {
            case .send(let connection):
                switch connection.send(pipelinedQuery) {
                case .sent: return
                case .unwanted: return release(connection)
                case .refused: continue
                }
            case .fail(let error):
                noteRefusals(1)
                return pipelinedQuery.finish(.failure(error))
            case .wait(let opening, let sweeps):
                open(opening)
                if sweeps { sweep() }
                return
            }
        }
    }

    private enum Step {
        case send(Connection)
        case wait(opening: Int, sweeps: Bool)
        case fail(PostgresError)
    }

    private func place(_ pipelinedQuery: PipelinedQuery, from former: WaitQueue.Place?, in state: inout State) -> Step {
        if state.isClosed { return .fail(.closed) }
        let now = ContinuousClock.now
        if state.line.count == 0, hasRoom(state, at: now), let connection = state.idle.popLast() {
            state.busySince[ObjectIdentifier(connection)] = now
            return .send(connection)
        }
        if state.connections.isEmpty, let failure = state.failure, failure.at + Self.pause > now { return .fail(failure.error) }
        if let former {
            state.line.putBack(former)
        } else {
            guard state.line.count < configuration.maximumWaiters else { return .fail(.poolExhausted) }
            let waitLimit = max(.zero, configuration.waiterTimeout - pipelinedQuery.waited)
            state.line.append(.init(pipelinedQuery: pipelinedQuery, since: now, deadline: now + waitLimit))
        }
        defer { state.isSweeping = true }
        return .wait(opening: reserve(&state, at: now), sweeps: !state.isSweeping)
    }

    /// Removes a cancelled query from the wait queue.
    func withdraw(_ pipelinedQuery: PipelinedQuery) {
        state.withLock { _ = $0.line.remove(pipelinedQuery) }
        pipelinedQuery.finish(.failure(CancellationError()))
    }

    /// Takes back a connection that became free. Closes it if it has reached its age limit.
    func release(_ connection: Connection) {
        if ContinuousClock.now > connection.expiry { connection.close(.closed) } else { passOn(connection) }
    }

    /// Gives a free connection to the next query in the wait queue, or makes it idle.
    func passOn(_ connection: Connection) {
        while true {
            let (next, isClosed) = state.withLock { state in
                let id = ObjectIdentifier(connection)
                guard state.connections[id] != nil else { return (WaitQueue.Place?.none, false) }
                let now = ContinuousClock.now
                state.busySince[id] = nil
                let next = hasRoom(state, at: now) ? state.line.popFirst() : nil
                if next != nil { state.busySince[id] = now }
                if next == nil, !state.isClosed { state.idle.append(connection) }
                return (next, next == nil && state.isClosed)
            }
            if isClosed { return connection.close(.closed) }
            guard let next else { return }
            noteWait(of: next, at: .now)
            switch connection.send(next.pipelinedQuery) {
            case .sent(let hasRoom): return hasRoom ? share(connection) : ()
            case .unwanted: continue
            case .refused: return submit(next.pipelinedQuery, from: next)
            }
        }
    }

    /// Whether another connection may start work now.
    ///
    /// A few busy PostgreSQL processes use the processors as well as many do, and their caches stay warm. On two
    /// processors, four connections finished the same work in 0.75 of the time that sixteen took. A query that runs
    /// longer than `configuration.moment`, because of its own work or because it waits for a lock or a disk, stops
    /// counting. So short queries don't wait for long ones.
    private func hasRoom(_ state: borrowing State, at now: ContinuousClock.Instant) -> Bool {
        let moment = now - configuration.moment
        return state.busySince.values.count { $0 > moment } < configuration.concurrency
    }

    /// Starts waiting queries on idle connections. A slot can become free without a released connection, when a query
    /// stops counting in `hasRoom`.
    private func fill() {
        while true {
            let connection: Connection? = state.withLock { state in
                state.line.count > 0 && hasRoom(state, at: .now) ? state.idle.popLast() : nil
            }
            guard let connection else { return }
            passOn(connection)
        }
    }

    /// Pipelines the next waiting query behind the one that a connection has just begun. The server continues with it
    /// without sleeping in between.
    ///
    /// It does so only if the number of waiting queries is at least a quarter of the pool's size, because otherwise
    /// another connection would become free nearly as soon.
    ///
    /// The order of the queue holds: a query that opens a longer transaction waits at its head for a free connection,
    /// and no query behind it is served first. A query is pipelined only behind one that has just begun, and only if
    /// that connection's last round trip was brief. If the first query takes long all the same, it delays one other,
    /// which gives up at its usual deadline (`Connection.giveUp`).
    func share(_ connection: Connection) {
        while ContinuousClock.now < connection.expiry {
            let next: WaitQueue.Place? = state.withLock { state in
                guard state.connections[ObjectIdentifier(connection)] != nil, state.opening == 0,
                    state.line.count >= (configuration.size + 3) / 4, state.line.first?.pipelinedQuery.isWhole == true
                else { return nil }
                return state.line.popFirst()
            }
            guard let next else { return }
            noteWait(of: next, at: .now)
            switch connection.send(next.pipelinedQuery, behindUntil: next.deadline) {
            case .sent: return
            case .unwanted: continue
            case .refused: return submit(next.pipelinedQuery, from: next)
            }
        }
    }

    // MARK: Waiting

    /// Runs while queries wait, in the queue or behind another query. It fills free slots and fails the queries whose
    /// deadline has passed.
    private func sweep() {
        Task {
            while let deadline = nextDeadline() {
                try? await Task.sleep(until: min(deadline, .now + configuration.moment), clock: .continuous)
                fill()
                let now = ContinuousClock.now
                let (expired, error, connections) = state.withLock { state in
                    (state.line.popExpired(at: now), timeout(state), Array(state.connections.values))
                }
                noteRefusals(expired.count)
                expired.forEach { $0.finish(.failure(error)) }
                connections.forEach { $0.giveUp(at: now) }
            }
        }
    }

    /// Returns the next deadline, or nil if no query waits. After nil, the next query to wait starts a new sweep.
    private func nextDeadline() -> ContinuousClock.Instant? {
        let (first, connections) = state.withLock { state in
            let first = state.line.nextDeadline
            state.isSweeping = first != nil
            return (first, Array(state.connections.values))
        }
        // Read after the queue, so that a query that moves from the queue to a connection isn't missed.
        let behind = connections.compactMap(\.limitBehind).min()
        guard let deadline = [first, behind].compactMap({ $0 }).min() else { return nil }
        let isOurs = state.withLock { state in
            defer { state.isSweeping = true }
            return first != nil || !state.isSweeping
        }
        return isOurs ? deadline : nil
    }

    private func timeout(_ state: State) -> PostgresError {
        state.connections.isEmpty ? state.failure?.error ?? .connectionFailed("no answer in time") : .poolExhausted
    }
}
