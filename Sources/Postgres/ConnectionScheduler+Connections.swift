import Logging
import Synchronization

/// Opens connections as they are needed, and closes them.
extension ConnectionScheduler {
    /// Returns how many connections to open now, and counts them as being opened.
    func reserve(_ state: inout State, at now: ContinuousClock.Instant) -> Int {
        guard !state.isClosed, state.idle.isEmpty else { return 0 }
        var wanted = min(state.line.count, configuration.size - state.connections.count) - state.opening
        if let failure = state.failure {
            // After a failure, one connection at a time is tried, with a pause after each failure.
            wanted = failure.at + Self.pause > now || state.opening > 0 ? 0 : min(wanted, 1)
        }
        state.opening += max(0, wanted)
        return max(0, wanted)
    }

    func open(_ count: Int) {
        for _ in 0..<count {
            let isStarted = DetachedThread.start { self.openOne() }
            if !isStarted { opened(.failure(PostgresError.connectionFailed("can't start a thread"))) }
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

    /// Handles a failed attempt to connect. If no connection is open or being opened, it also fails every query in
    /// the wait queue.
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

    /// Removes a closed connection, and opens another if queries wait.
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

    // MARK: Closing

    /// Refuses new queries, fails those in the wait queue, and closes idle connections.
    func shutDown() {
        let (waiting, idle) = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return (state.line.popAll(), state.idle)
        }
        waiting.forEach { $0.finish(.failure(PostgresError.closed)) }
        idle.forEach { $0.close(.closed) }
    }

    /// Waits until no connection is left.
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

    /// Resumes the tasks in `waitUntilEmpty`, even if connections are left.
    func stopWaiting() {
        let closers = state.withLock { state in
            defer { state.closers = [] }
            return state.closers
        }
        closers.forEach { $0.resume() }
    }

    /// Cancels running queries and closes their connections.
    func breakOff() {
        let connections = state.withLock { Array($0.connections.values) }
        connections.forEach { $0.breakOff() }
    }
}
