import DavenportAPI
import Synchronization

/// One thing that this server is asking for, for all who wait for it.
final class InFlightRequest: Sendable {
    /// What came of it.
    enum Outcome: Sendable {
        case told(KeptAnswer)
        /// Nothing; it may help to ask again after so many seconds.
        case away(retryAfter: Int?)
        /// Whoever began it has asked for too much.
        case refused(Problem)
    }

    private struct State {
        var outcome: Outcome?
        var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
        var nextWaiter = 0
        /// Those whose time was over before they waited.
        var gone: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Waits for what comes of it.
    /// - Returns: nil where it took longer than that, or nobody needs it any more.
    func outcome(within waitLimit: Duration) async -> Outcome? {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let timer = Task.detached { [self] in
            try? await Task.sleep(for: waitLimit)
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
    func land(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    private func wait(_ continuation: CheckedContinuation<Outcome?, Never>, as waiter: Int) {
        let (isOver, outcome) = state.withLock { state -> (Bool, Outcome?) in
            if state.outcome != nil || state.gone.remove(waiter) != nil { return (true, state.outcome) }
            state.waiters[waiter] = continuation
            return (false, nil)
        }
        if isOver { continuation.resume(returning: outcome) }
    }

    private func leave(_ waiter: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome?, Never>? in
            guard state.outcome == nil else { return nil }
            if let continuation = state.waiters.removeValue(forKey: waiter) { return continuation }
            state.gone.insert(waiter)
            return nil
        }
        continuation?.resume(returning: nil)
    }
}

/// What this server is asking for, each thing once, a bounded number of them, and fewer for one person.
final class InFlightRequests: Sendable {
    private struct State {
        var inFlightRequests: [ProviderRequest: (inFlight: InFlightRequest, task: Task<Void, Never>)] = [:]
        /// How many were begun for whom.
        var begun: [Requester?: Int] = [:]
        var isClosed = false

        func mayBegin(_ requester: Requester?) -> Bool {
            let limit = requester == nil ? CatalogueRules.flightsOfNobody : CatalogueRules.flightsOfOne
            return !isClosed && inFlightRequests.count < CatalogueRules.flightLimit && begun[requester, default: 0] < limit
        }

        mutating func end(_ providerRequest: ProviderRequest, of requester: Requester?) {
            inFlightRequests[providerRequest] = nil
            begun[requester] = begun[requester].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    private let state = Mutex(State())

    /// The flight that asks for a thing: the one that is under way, or a new one.
    /// - Parameter inquirer: who begins it, where it is new; nil where nobody waits for it.
    /// - Returns: nil where there are too many.
    func join(
        _ providerRequest: ProviderRequest, for requester: Requester?, _ work: @escaping @Sendable () async -> InFlightRequest.Outcome
    ) -> (inFlight: InFlightRequest, isNew: Bool)? {
        state.withLock { state in
            if let (inFlight, _) = state.inFlightRequests[providerRequest] { return (inFlight, false) }
            guard state.mayBegin(requester) else { return nil }
            let inFlight = InFlightRequest()
            // It is nobody's alone: whoever began it may be gone before it lands.
            let task = Task.detached { [self] in
                let outcome = await work()
                self.state.withLock { $0.end(providerRequest, of: requester) }
                inFlight.land(outcome)
            }
            state.inFlightRequests[providerRequest] = (inFlight, task)
            state.begun[requester, default: 0] += 1
            return (inFlight, true)
        }
    }

    /// Ends what is under way, and takes on nothing more.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.inFlightRequests.values.map(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
