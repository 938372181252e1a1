import Synchronization

/// Lets a server's requests to the provider begin by turns: a few at a time, fewer of one person, and so many a second. Of those who wait
/// comes whoever came least lately, so that nobody's many keep another's one waiting (rule 8.8).
final class ProviderLimiter: Sendable {
    /// How much there may be at once.
    struct Limits: Sendable {
        var connections = CatalogueRules.connections
        var ofOne = CatalogueRules.connectionsOfOne
        var ofNobody = CatalogueRules.connectionsOfNobody
        var perSecond = CatalogueRules.requestsPerSecond

        func connections(of requester: Requester?) -> Int { requester == nil ? ofNobody : ofOne }
    }

    /// It took too long until there was a turn.
    struct Crowded: Error {}

    fileprivate struct Waiter: Sendable {
        let ticket: UInt64
        let requester: Requester?
        let continuation: CheckedContinuation<Void, any Error>
        let timer: Task<Void, Never>
    }

    /// What somebody has of the turns.
    fileprivate struct Share: Sendable {
        var running = 0
        /// The number of the last turn; 0 where there was none lately.
        var lastTurn: UInt64 = 0
    }

    fileprivate struct State: Sendable {
        let limits: Limits
        var rate: ProviderRate
        var running = 0
        var shares: [Requester?: Share] = [:]
        /// In the order in which they came.
        var waiting: [Waiter] = []
        var lastTicket: UInt64 = 0
        var limiter: UInt64 = 0
        var isToWake = false
    }

    /// What tells this server apart from the others that ask.
    let server = UInt64.random(in: .min ... .max)
    private let state: Mutex<State>

    init(_ limits: Limits = Limits()) {
        state = Mutex(State(limits: limits, rate: ProviderRate(limit: limits.perSecond)))
    }

    /// How many requests this server may begin in any second.
    var perSecond: Int { state.withLock { $0.rate.limit } }

    /// The provider takes so many of all servers together: each of those that ask has its part.
    /// - Parameter servers: how many they are, this one among them.
    func share(among servers: Int) {
        state.withLock { $0.rate.limit = max(1, $0.limits.perSecond / max(1, servers)) }
    }

    /// How many wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Does the work when there is a turn for it.
    /// - Parameter inquirer: nil where nobody waits for it.
    /// - Throws: `Crowded` where that takes longer than the patience; `CancellationError`; what the work throws.
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

    /// Whether the task was cancelled is asked under the lock: one cancelled before has found nobody to leave, one cancelled later will.
    private func wait(
        _ ticket: UInt64, _ requester: Requester?, _ waitLimit: Duration, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let isGone = state.withLock { state in
            guard !Task.isCancelled else { return true }
            let timer = Task.detached { [weak self] in
                guard (try? await Task.sleep(for: waitLimit)) != nil else { return }
                self?.leave(ticket, Crowded())
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
            state.forgetIfGone(requester)
        }
        goOn()
    }

    /// Lets all begin for whom there is a turn now.
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
    /// Gives turns to those who wait.
    /// - Returns: who has one; and when to look again, where the rate alone stands against it and nobody has taken that on.
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
            shares[waiter.requester]?.lastTurn = limiter
            begun.append(waiter)
        }
        return (begun, nil)
    }

    /// Whose turn it is: of those who may, whoever had none for the longest, and of theirs the first.
    private var next: Int? {
        guard running < limits.connections else { return nil }
        return waiting.indices.filter { index in
            let requester = waiting[index].requester
            return (shares[requester]?.running ?? 0) < limits.connections(of: requester)
        }.min { lastTurn(of: $0) < lastTurn(of: $1) }
    }

    private func lastTurn(of index: Int) -> UInt64 { shares[waiting[index].requester]?.lastTurn ?? 0 }

    fileprivate mutating func remove(at index: Int) -> ProviderLimiter.Waiter {
        let waiter = waiting.remove(at: index)
        forgetIfGone(waiter.requester)
        return waiter
    }

    /// Whoever has nothing under way and waits for nothing begins anew.
    fileprivate mutating func forgetIfGone(_ requester: Requester?) {
        guard shares[requester]?.running == 0, !waiting.contains(where: { $0.requester == requester }) else { return }
        shares[requester] = nil
    }
}
