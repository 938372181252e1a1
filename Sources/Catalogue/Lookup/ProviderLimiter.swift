import Synchronization

/// Limits this server's requests to the provider: how many run at once, how many of one requester run at once, and how
/// many start per second.
///
/// A free slot goes to the requester whose last request started longest ago. So one user's many requests never hold up
/// another user's single request (rule 8.8).
final class ProviderLimiter: Sendable {
    /// The limits that one server keeps.
    struct Limits: Sendable {
        var connections = CatalogueRules.connections
        var ofOne = CatalogueRules.connectionsOfOne
        var ofNobody = CatalogueRules.backgroundConnections
        var perSecond = CatalogueRules.requestsPerSecond

        func connections(of requester: Requester?) -> Int { requester == nil ? ofNobody : ofOne }
    }

    /// The error for a request that got no free slot within its wait limit.
    struct NoSlotInTime: Error {}

    fileprivate struct Waiter: Sendable {
        let ticket: UInt64
        let requester: Requester?
        let continuation: CheckedContinuation<Void, any Error>
        let timer: Task<Void, Never>
    }

    /// The slots that one requester has in use.
    fileprivate struct Share: Sendable {
        var running = 0
        /// The number of the requester's latest started request; requests are numbered in the order in which they
        /// start. It is 0 if the requester was idle before.
        var lastStart: UInt64 = 0
    }

    fileprivate struct State: Sendable {
        let limits: Limits
        var rate: ProviderRate
        var running = 0
        var shares: [Requester?: Share] = [:]
        /// The requests that wait for a slot, in the order in which they arrived.
        var waiting: [Waiter] = []
        var lastTicket: UInt64 = 0
        var limiter: UInt64 = 0
        var isToWake = false
    }

    /// A random number that distinguishes this server from the other servers that use the provider.
    let server = UInt64.random(in: .min ... .max)
    private let state: Mutex<State>

    init(_ limits: Limits = Limits()) {
        state = Mutex(State(limits: limits, rate: ProviderRate(limit: limits.perSecond)))
    }

    /// The number of requests that this server may start within any second.
    var perSecond: Int { state.withLock { $0.rate.limit } }

    /// Sets this server's share of the provider's rate limit, which all servers share equally.
    /// - Parameter servers: the number of servers that use the provider, including this one.
    func share(among servers: Int) {
        state.withLock { $0.rate.limit = max(1, $0.limits.perSecond / max(1, servers)) }
    }

    /// The number of requests that wait for a slot on this server.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits for a free slot and then runs the work, which sends one request.
    /// - Parameter requester: the user who waits for the request; nil if no user does.
    /// - Throws: `NoSlotInTime` if no slot is free within the wait limit; `CancellationError`; any error of the work.
    func take<Result>(_ requester: Requester?, within waitLimit: Duration, _ work: () async throws -> Result) async throws -> Result {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait(ticket, requester, waitLimit, $0) }
        } onCancel: {
            leave(ticket, CancellationError())
        }
        defer { end(requester) }
        return try await work()
    }

    /// Adds a request to the queue.
    ///
    /// Whether the task is cancelled is checked under the lock. If it was cancelled before, its cancellation handler
    /// has found nothing to remove, so the request isn't added. If it is cancelled later, the handler removes the
    /// request.
    private func wait(
        _ ticket: UInt64, _ requester: Requester?, _ waitLimit: Duration, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let isGone = state.withLock { state in
            guard !Task.isCancelled else { return true }
            let timer = Task.detached { [weak self] in
                guard (try? await Task.sleep(for: waitLimit)) != nil else { return }
                self?.leave(ticket, NoSlotInTime())
            }
            state.waiting.append(Waiter(ticket: ticket, requester: requester, continuation: continuation, timer: timer))
            return false
        }
        if isGone { continuation.resume(throwing: CancellationError()) } else { goOn() }
    }

    private func leave(_ ticket: UInt64, _ error: any Error) {
        let left = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.remove(at: $0) }
        }
        left?.timer.cancel()
        left?.continuation.resume(throwing: error)
    }

    private func end(_ requester: Requester?) {
        state.withLock { state in
            state.running -= 1
            state.shares[requester]?.running -= 1
            state.removeIfIdle(requester)
        }
        goOn()
    }

    /// Starts as many waiting requests as there are free slots.
    private func goOn() {
        let (begun, wakingAt) = state.withLock { state in state.begin(at: .now) }
        for waiter in begun {
            waiter.timer.cancel()
            waiter.continuation.resume()
        }
        guard let wakingAt else { return }
        Task.detached { [weak self] in
            try? await Task.sleep(until: wakingAt, clock: .continuous)
            self?.wake()
        }
    }

    private func wake() {
        state.withLock { $0.isToWake = false }
        goOn()
    }
}

extension ProviderLimiter.State {
    /// Gives free slots to waiting requests.
    /// - Returns: the requests to start, and in `wakingAt` the time at which to try again. That is nil unless the rate
    ///   limit alone holds up a request and no wake-up is scheduled yet.
    fileprivate mutating func begin(at now: ContinuousClock.Instant) -> ([ProviderLimiter.Waiter], wakingAt: ContinuousClock.Instant?) {
        var begun: [ProviderLimiter.Waiter] = []
        while let index = next {
            if let later = rate.begin(at: now) {
                guard !isToWake else { break }
                isToWake = true
                return (begun, later)
            }
            let waiter = waiting.remove(at: index)
            limiter += 1
            running += 1
            shares[waiter.requester, default: .init()].running += 1
            shares[waiter.requester]?.lastStart = limiter
            begun.append(waiter)
        }
        return (begun, nil)
    }

    /// The index of the request to start next; nil if none may start. Of the requesters below their limit, it takes the
    /// one whose last request started longest ago, and of its requests the first.
    private var next: Int? {
        guard running < limits.connections else { return nil }
        return waiting.indices.filter { index in
            let requester = waiting[index].requester
            return (shares[requester]?.running ?? 0) < limits.connections(of: requester)
        }.min { lastStart(of: $0) < lastStart(of: $1) }
    }

    private func lastStart(of index: Int) -> UInt64 { shares[waiting[index].requester]?.lastStart ?? 0 }

    fileprivate mutating func remove(at index: Int) -> ProviderLimiter.Waiter {
        let waiter = waiting.remove(at: index)
        removeIfIdle(waiter.requester)
        return waiter
    }

    /// Forgets a requester that has no request running or waiting.
    fileprivate mutating func removeIfIdle(_ requester: Requester?) {
        guard shares[requester]?.running == 0, !waiting.contains(where: { $0.requester == requester }) else { return }
        shares[requester] = nil
    }
}
