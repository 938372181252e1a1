import DavenportAPI
import Synchronization

/// One thing that this server is asking for, for all who wait for it.
final class Flight: Sendable {
    /// What came of it.
    enum Landing: Sendable {
        case told(KeptAnswer)
        /// Nothing; it may help to ask again after so many seconds.
        case away(retryAfter: Int?)
        /// Whoever began it has asked for too much.
        case refused(Problem)
    }

    private struct State {
        var landing: Landing?
        var waiters: [Int: CheckedContinuation<Landing?, Never>] = [:]
        var nextWaiter = 0
        /// Those whose time was over before they waited.
        var gone: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Waits for what comes of it.
    /// - Returns: nil where it took longer than that, or nobody needs it any more.
    func landing(within patience: Duration) async -> Landing? {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = Task.detached { [self] in
            try? await Task.sleep(for: patience)
            leave(waiter)
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0, as: waiter) }
        } onCancel: {
            leave(waiter)
        }
    }

    /// Tells all who wait, and whoever comes later.
    func land(_ landing: Landing) {
        let waiters = state.withLock { state in
            state.landing = landing
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: landing) }
    }

    private func wait(_ continuation: CheckedContinuation<Landing?, Never>, as waiter: Int) {
        let (isOver, landing) = state.withLock { state -> (Bool, Landing?) in
            if state.landing != nil || state.gone.remove(waiter) != nil { return (true, state.landing) }
            state.waiters[waiter] = continuation
            return (false, nil)
        }
        if isOver { continuation.resume(returning: landing) }
    }

    private func leave(_ waiter: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Landing?, Never>? in
            guard state.landing == nil else { return nil }
            if let continuation = state.waiters.removeValue(forKey: waiter) { return continuation }
            state.gone.insert(waiter)
            return nil
        }
        continuation?.resume(returning: nil)
    }
}

/// What this server is asking for, each thing once, a bounded number of them, and fewer for one person.
final class Flights: Sendable {
    private struct State {
        var flights: [Inquiry: (flight: Flight, task: Task<Void, Never>)] = [:]
        /// How many were begun for whom.
        var begun: [Inquirer?: Int] = [:]
        var isClosed = false

        func mayBegin(_ inquirer: Inquirer?) -> Bool {
            let limit = inquirer == nil ? CatalogueRules.flightsOfNobody : CatalogueRules.flightsOfOne
            return !isClosed && flights.count < CatalogueRules.flightLimit && begun[inquirer, default: 0] < limit
        }

        mutating func end(_ inquiry: Inquiry, of inquirer: Inquirer?) {
            flights[inquiry] = nil
            begun[inquirer] = begun[inquirer].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    private let state = Mutex(State())

    /// The flight that asks for a thing: the one that is under way, or a new one.
    /// - Parameter inquirer: who begins it, where it is new; nil where nobody waits for it.
    /// - Returns: nil where there are too many.
    func join(
        _ inquiry: Inquiry, for inquirer: Inquirer?, _ work: @escaping @Sendable () async -> Flight.Landing
    ) -> (flight: Flight, isNew: Bool)? {
        state.withLock { state in
            if let (flight, _) = state.flights[inquiry] { return (flight, false) }
            guard state.mayBegin(inquirer) else { return nil }
            let flight = Flight()
            // It is nobody's alone: whoever began it may be gone before it lands.
            let task = Task.detached { [self] in
                let landing = await work()
                self.state.withLock { $0.end(inquiry, of: inquirer) }
                flight.land(landing)
            }
            state.flights[inquiry] = (flight, task)
            state.begun[inquirer, default: 0] += 1
            return (flight, true)
        }
    }

    /// Ends what is under way, and takes on nothing more.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.flights.values.map(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
