import Logging
import Synchronization

/// Puts exchanges on connections: on an idle one at once, otherwise in line for the next that becomes free; opens what is missing.
final class ConnectionScheduler: Sendable {
    struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The one used last is taken first, so that its caches are warm and others can grow old.
        var idle: [Connection] = []
        /// When those that aren't idle were given what they work on.
        var busySince: [ObjectIdentifier: ContinuousClock.Instant] = [:]
        /// Being opened.
        var opening = 0
        var line = WaitQueue()
        /// The last attempt to open a connection, where it failed.
        var failure: (error: PostgresError, at: ContinuousClock.Instant)?
        var isClosed = false
        var isSweeping = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    let configuration: PoolConfiguration
    let measures: PoolMeasures?
    let logger: Logger
    let settings: Result<ConnectionSettings, any Error>
    let state = Mutex(State())

    /// How long after a failed attempt to connect nobody tries again.
    static let pause = Duration.milliseconds(250)

    init(_ configuration: PoolConfiguration, measures: PoolMeasures? = nil, logger: Logger) {
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

    // MARK: Exchanges

    /// Sends an exchange, or lets it wait: at the head of the line where it has waited before, in its former place. Its task is resumed in
    /// any case.
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

    /// Takes a cancelled exchange out of the line.
    func withdraw(_ pipelinedQuery: PipelinedQuery) {
        state.withLock { _ = $0.line.remove(pipelinedQuery) }
        pipelinedQuery.finish(.failure(CancellationError()))
    }

    /// A connection became free.
    func release(_ connection: Connection) {
        if ContinuousClock.now > connection.expiry { connection.close(.closed) } else { passOn(connection) }
    }

    /// The next in line gets it.
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

    /// Whether one more connection may begin with something.
    ///
    /// A few processes of the server that always have something to do keep its processors as busy as many that take turns, and find in
    /// the processors' caches what they need: on two processors four did in 0.75 of the time what sixteen did. Whatever takes long, for
    /// itself or because it waits for a lock or a disk, counts no more after a moment, so that nobody waits for it who needn't.
    private func hasRoom(_ state: borrowing State, at now: ContinuousClock.Instant) -> Bool {
        let moment = now - configuration.moment
        return state.busySince.values.count { $0 > moment } < configuration.concurrency
    }

    /// Connections that are idle begin with what waits, where there is room for more again though none was released.
    private func fill() {
        while true {
            let connection: Connection? = state.withLock { state in
                state.line.count > 0 && hasRoom(state, at: .now) ? state.idle.popLast() : nil
            }
            guard let connection else { return }
            passOn(connection)
        }
    }

    /// The next in line follows what a connection has just begun with: the server goes on with it by itself, without a sleep in between.
    ///
    /// This is where a quarter as many wait as there are connections, since then no other becomes free much earlier. Nobody is passed
    /// over: whoever needs a connection for a transaction waits at the head of the line for one that is free, and nobody else is served
    /// meanwhile. Nothing is sent behind what was begun before, nor where what the connection did last took long. What turns out to take
    /// long makes one other wait, who gives up when they would have in line (`Connection.giveUp`).
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

    /// As long as anybody waits, in line or behind another on a connection: sees whether there is room for more, and tells those who waited
    /// too long.
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

    /// Nil where nobody waits, and then the next who does begins sweeping anew.
    private func nextDeadline() -> ContinuousClock.Instant? {
        let (first, connections) = state.withLock { state in
            let first = state.line.nextDeadline
            state.isSweeping = first != nil
            return (first, Array(state.connections.values))
        }
        // Looked at after that, so that nobody slips from the line behind another unseen.
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
