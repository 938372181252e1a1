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
    let settings: Result<ConnectionSettings, any Error>
    let state = Mutex(State())

    /// How long after a failed attempt to connect nobody tries again.
    static let pause = Duration.milliseconds(250)

    init(_ configuration: PoolConfiguration, logger: Logger) {
        self.configuration = configuration
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

    /// Sends an exchange, or lets it wait: at the head of the line where it has waited before, until its deadline. Its task is resumed
    /// in any case.
    func submit(_ exchange: Exchange, deadline: ContinuousClock.Instant? = nil) {
        while true {
            let step = state.withLock { place(exchange, deadline, in: &$0) }
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

    private func place(_ exchange: Exchange, _ deadline: ContinuousClock.Instant?, in state: inout State) -> Step {
        if state.isClosed { return .fail(.closed) }
        if let connection = state.idle.popLast() { return .send(connection) }
        let now = ContinuousClock.now
        if state.connections.isEmpty, let failure = state.failure, failure.at + Self.pause > now { return .fail(failure.error) }
        if let deadline {
            state.line.putBack(.init(exchange: exchange, deadline: deadline))
        } else {
            guard state.line.count < configuration.maximumWaiters else { return .fail(.poolExhausted) }
            state.line.append(.init(exchange: exchange, deadline: now + configuration.waiterTimeout))
        }
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
    func passOn(_ connection: Connection) {
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
            case .closed: return submit(next.exchange, deadline: next.deadline)
            }
        }
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
}
