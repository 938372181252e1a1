import DavenportAPI
import Synchronization

/// A fetch from the provider that is in progress. All tasks of this server that need the same answer wait for it
/// together.
final class InFlightRequest: Sendable {
    /// The result of a fetch, for all tasks that wait for it.
    enum Outcome: Sendable {
        case fetched(StoredAnswer)
        /// The provider gave no answer. A retry may succeed after this number of seconds; nil if that is unknown.
        case away(retryAfter: Int?)
        /// The requester that began the fetch has exceeded its rate limit. The problem is the error for its client.
        case refused(Problem)
    }

    private struct State {
        var outcome: Outcome?
        var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
        var nextWaiter = 0
        /// The waiters that gave up before their continuation was stored: their wait limit passed or their task was
        /// cancelled.
        var gone: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Waits until the fetch has ended, and returns its outcome.
    /// - Returns: nil if the fetch takes longer than `waitLimit`, or the waiting task is cancelled.
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

    /// Stores the outcome of the fetch and resumes all tasks that wait for it. A task that waits later gets the outcome
    /// at once.
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

/// The fetches that are in progress on this server. The same request is never fetched twice at once, and the number of
/// fetches is limited in all and for each requester.
final class InFlightRequests: Sendable {
    private struct State {
        var inFlightRequests: [ProviderRequest: (inFlight: InFlightRequest, task: Task<Void, Never>)] = [:]
        /// The number of fetches in progress that each requester began. The key nil counts fetches that no requester
        /// waits for.
        var begun: [Requester?: Int] = [:]
        var isClosed = false

        func mayBegin(_ requester: Requester?) -> Bool {
            let limit = requester == nil ? CatalogueRules.backgroundFetches : CatalogueRules.fetchesPerRequester
            return !isClosed && inFlightRequests.count < CatalogueRules.fetchLimit && begun[requester, default: 0] < limit
        }

        mutating func end(_ providerRequest: ProviderRequest, of requester: Requester?) {
            inFlightRequests[providerRequest] = nil
            begun[requester] = begun[requester].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    private let state = Mutex(State())

    /// Joins the fetch for this provider request if one is in progress, or begins one.
    /// - Parameter requester: the user against whose limit a new fetch counts; nil for a fetch that no requester waits
    ///   for.
    /// - Returns: the fetch, and whether this call began it; nil if too many fetches are in progress.
    func join(
        _ providerRequest: ProviderRequest, for requester: Requester?, _ work: @escaping @Sendable () async -> InFlightRequest.Outcome
    ) -> (inFlight: InFlightRequest, isNew: Bool)? {
        state.withLock { state in
            if let (inFlight, _) = state.inFlightRequests[providerRequest] { return (inFlight, false) }
            guard state.mayBegin(requester) else { return nil }
            let inFlight = InFlightRequest()
            // The task is detached because others may join it: the requester that began it may be cancelled before it
            // ends.
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

    /// Cancels the fetches in progress and waits until they have ended. Afterwards, no new fetch begins.
    func close() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.inFlightRequests.values.map(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
