import Logging
import Synchronization

/// Opening what is missing and closing what is not wanted.
extension ConnectionScheduler {
    /// How many connections to open now, counted as being opened from here on.
    func reserve(_ state: inout State, at now: ContinuousClock.Instant) -> Int {
        guard !state.isClosed, state.idle.isEmpty else { return 0 }
        var wanted = min(state.line.count, configuration.size - state.connections.count) - state.opening
        if let failure = state.failure {
            // One at a time feels its way, and not again right after a failure.
            wanted = failure.at + Self.pause > now || state.opening > 0 ? 0 : min(wanted, 1)
        }
        state.opening += max(0, wanted)
        return max(0, wanted)
    }

    func open(_ count: Int) {
        for _ in 0..<count {
            let isStarted = DetachedThread.start { self.openOne() }
            if !isStarted { opened(.failure(PostgresError.connectionFailed("the system starts no thread"))) }
        }
    }

    private func openOne() {
        opened(
            Result {
                let lifetime = configuration.lifetime * Double.random(in: 0.9...1)
                return try Connection(try Connector.connect(settings.get()), scheduler: self, expiry: .now + lifetime)
            })
    }

    private func opened(_ result: Result<Connection, any Error>) {
        switch result {
        case .success(let connection):
            state.withLock { state in
                state.opening -= 1
                state.failure = nil
                state.connections[ObjectIdentifier(connection)] = connection
            }
            connection.open()
            passOn(connection)
            open(state.withLock { reserve(&$0, at: .now) })
        case .failure(let error): failedToOpen(error as? PostgresError ?? .connectionFailed("\(error)"))
        }
    }

    /// Where there is no other connection, nor one to be hoped for, everybody in line would wait in vain.
    private func failedToOpen(_ error: PostgresError) {
        let (isNews, hopeless, closers) = state.withLock { state in
            let isNews = state.failure == nil
            state.opening -= 1
            state.failure = (error, .now)
            let isHopeless = state.connections.isEmpty && state.opening == 0
            return (isNews, isHopeless ? state.line.popAll() : [], takeClosers(&state))
        }
        logger.log(level: isNews ? .warning : .debug, "can't connect to PostgreSQL", metadata: ["error": "\(error)"])
        noteRefusals(hopeless.count)
        hopeless.forEach { $0.finish(.failure(error)) }
        closers.forEach { $0.resume() }
    }

    /// A connection was closed. Those in line may need another in its place.
    func remove(_ connection: Connection) {
        let (opening, closers) = state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = nil
            state.idle.removeAll { $0 === connection }
            state.busySince[ObjectIdentifier(connection)] = nil
            return (reserve(&state, at: .now), takeClosers(&state))
        }
        open(opening)
        closers.forEach { $0.resume() }
    }

    private func takeClosers(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        guard state.isClosed, state.connections.isEmpty, state.opening == 0 else { return [] }
        defer { state.closers = [] }
        return state.closers
    }

    // MARK: The end

    /// Refuses new exchanges and closes what is idle.
    func shutDown() {
        let (waiting, idle) = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return (state.line.popAll(), state.idle)
        }
        waiting.forEach { $0.finish(.failure(PostgresError.closed)) }
        idle.forEach { $0.close(.closed) }
    }

    /// Returns when no connection is left.
    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                let isEmpty = state.connections.isEmpty && state.opening == 0
                if !isEmpty { state.closers.append(continuation) }
                return isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }

    /// Lets those go who wait for that, whatever is left.
    func stopWaiting() {
        let closers = state.withLock { state in
            defer { state.closers = [] }
            return state.closers
        }
        closers.forEach { $0.resume() }
    }

    /// Closes the busy ones too.
    func breakOff() {
        let connections = state.withLock { Array($0.connections.values) }
        connections.forEach { $0.breakOff() }
    }
}
