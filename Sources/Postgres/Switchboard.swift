import Logging
import Synchronization

/// Puts exchanges on connections: on an idle one at once, otherwise in line for the next that becomes free; opens what is missing.
final class Switchboard: Sendable {
    struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The one used last is taken first, so that its caches are warm and others can grow old.
        var idle: [Connection] = []
        /// Being opened.
        var opening = 0
        var line = WaitingLine()
        /// The last attempt to open a connection, where it failed.
        var failure: (error: PostgresError, at: ContinuousClock.Instant)?
        var isClosed = false
        var isSweeping = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    let configuration: PoolConfiguration
    let logger: Logger
    private let settings: Result<ConnectionSettings, any Error>
    private let state = Mutex(State())

    /// How long after a failed attempt to connect nobody tries again.
    private static let pause = Duration.milliseconds(250)

    init(_ configuration: PoolConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        settings = Result { try ConnectionSettings(configuration) }
    }

    var statistics: PoolStatistics {
        state.withLock { state in
            let open = state.connections.count + state.opening
            return PoolStatistics(open: open, idle: state.idle.count, busy: state.connections.count - state.idle.count, waiting: state.line.count)
        }
    }

    // MARK: Exchanges

    /// Sends an exchange, or lets it wait. Its task is resumed in any case.
    func submit(_ exchange: Exchange) {
        while true {
            let step = state.withLock { place(exchange, in: &$0) }
            switch step {
            case .send(let connection):
                switch connection.send(exchange) {
                case .sent: return
                case .unwanted: return release(connection)
                case .closed: continue
                }
            case .fail(let error): return exchange.finish(.failure(error))
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

    private func place(_ exchange: Exchange, in state: inout State) -> Step {
        if state.isClosed { return .fail(.closed) }
        if let connection = state.idle.popLast() { return .send(connection) }
        let now = ContinuousClock.now
        if state.connections.isEmpty, let failure = state.failure, failure.at + Self.pause > now { return .fail(failure.error) }
        guard state.line.count < configuration.maximumWaiters else { return .fail(.poolExhausted) }
        state.line.append(.init(exchange: exchange, deadline: now + configuration.waiterTimeout))
        defer { state.isSweeping = true }
        return .wait(opening: reserve(&state, at: now), sweeps: !state.isSweeping)
    }

    /// Takes a cancelled exchange out of the line.
    func withdraw(_ exchange: Exchange) {
        state.withLock { _ = $0.line.remove(exchange) }
        exchange.finish(.failure(CancellationError()))
    }

    /// A connection became free.
    func release(_ connection: Connection) {
        if ContinuousClock.now > connection.expiry { connection.close(.closed) } else { passOn(connection) }
    }

    /// The next in line gets it.
    private func passOn(_ connection: Connection) {
        while true {
            let (next, isClosed) = state.withLock { state in
                guard state.connections[ObjectIdentifier(connection)] != nil else { return (WaitingLine.Place?.none, false) }
                let next = state.line.popFirst()
                if next == nil, !state.isClosed { state.idle.append(connection) }
                return (next, next == nil && state.isClosed)
            }
            if isClosed { return connection.close(.closed) }
            guard let next else { return }
            switch connection.send(next.exchange) {
            case .sent: return
            case .unwanted: continue
            case .closed: return putBack(next)
            }
        }
    }

    private func putBack(_ place: WaitingLine.Place) {
        let opening = state.withLock { state in
            state.line.putBack(place)
            return reserve(&state, at: .now)
        }
        open(opening)
    }

    // MARK: Opening and closing

    /// How many connections to open now, counted as being opened from here on.
    private func reserve(_ state: inout State, at now: ContinuousClock.Instant) -> Int {
        guard !state.isClosed else { return 0 }
        var wanted = min(state.line.count, configuration.size - state.connections.count) - state.opening
        if let failure = state.failure {
            // One at a time feels its way, and not again right after a failure.
            wanted = failure.at + Self.pause > now || state.opening > 0 ? 0 : min(wanted, 1)
        }
        state.opening += max(0, wanted)
        return max(0, wanted)
    }

    private func open(_ count: Int) {
        for _ in 0..<count {
            let isStarted = DetachedThread.start { self.openOne() }
            if !isStarted { opened(.failure(PostgresError.connectionFailed("the system starts no thread"))) }
        }
    }

    private func openOne() {
        opened(Result {
            let lifetime = configuration.lifetime * Double.random(in: 0.9...1)
            return try Connection(try Connector.connect(settings.get()), switchboard: self, expiry: .now + lifetime)
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

    /// Where there is no other connection, everybody in line would wait in vain.
    private func failedToOpen(_ error: PostgresError) {
        let (isNews, hopeless, closers) = state.withLock { state in
            let isNews = state.failure == nil
            state.opening -= 1
            state.failure = (error, .now)
            return (isNews, state.connections.isEmpty ? state.line.popAll() : [], takeClosers(&state))
        }
        logger.log(level: isNews ? .warning : .debug, "can't connect to PostgreSQL", metadata: ["error": "\(error)"])
        hopeless.forEach { $0.finish(.failure(error)) }
        closers.forEach { $0.resume() }
    }

    /// A connection was closed. Those in line may need another in its place.
    func remove(_ connection: Connection) {
        let (opening, closers) = state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = nil
            state.idle.removeAll { $0 === connection }
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

    // MARK: Waiting

    /// Tells those who waited too long, as long as anybody waits.
    private func sweep() {
        Task {
            while let deadline = state.withLock({ nextDeadline(&$0) }) {
                try? await Task.sleep(until: deadline, clock: .continuous)
                let (expired, error) = state.withLock { state in
                    (state.line.popExpired(at: .now), timeout(state))
                }
                expired.forEach { $0.finish(.failure(error)) }
            }
        }
    }

    private func nextDeadline(_ state: inout State) -> ContinuousClock.Instant? {
        let deadline = state.line.firstDeadline
        state.isSweeping = deadline != nil
        return deadline
    }

    private func timeout(_ state: State) -> PostgresError {
        state.connections.isEmpty ? state.failure?.error ?? .connectionFailed("no answer in time") : .poolExhausted
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

    /// Closes the busy ones too.
    func breakOff() {
        let connections = state.withLock { Array($0.connections.values) }
        connections.forEach { $0.breakOff() }
    }
}

extension Switchboard {
    /// Sends an exchange and waits for its rows: on the connection its sender holds, or on any. The task's cancellation cancels it on
    /// the server unless it is `shielded`.
    func rows(of exchange: Exchange, on connection: Connection? = nil, shielded: Bool = false) async throws -> [Rows] {
        guard !shielded else { return try await send(exchange, on: connection) }
        return try await withTaskCancellationHandler {
            try await send(exchange, on: connection)
        } onCancel: {
            cancel(exchange)
        }
    }

    /// Its task is told, and the server stops working on it.
    func cancel(_ exchange: Exchange) {
        switch exchange.cancel() {
        case .nothing: break
        case .leave: withdraw(exchange)
        case .abandon(let connection): connection.abandon(exchange)
        }
    }

    private func send(_ exchange: Exchange, on connection: Connection?) async throws -> [Rows] {
        try await withCheckedThrowingContinuation { continuation in
            guard exchange.begin(continuation) else { return }
            guard let connection else { return submit(exchange) }
            switch connection.send(exchange) {
            case .sent: break
            case .unwanted: break
            case .closed: exchange.finish(.failure(PostgresError.connectionLost("it was closed within a transaction")))
            }
        }
    }
}
