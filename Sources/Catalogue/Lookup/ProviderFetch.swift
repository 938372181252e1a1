import DavenportAPI
import Domain
import Foundation
import Logging

/// Fetches one answer from the provider and stores it for all servers.
///
/// No transaction is open while the request runs. Instead this server takes a lease on the answer's row, which keeps
/// other servers from sending the same request.
struct ProviderFetch: Sendable {
    let provider: Provider
    let kept: StoredAnswers
    let limiter: ProviderLimiter
    let counter: CatalogueCounter
    let deadlines: CatalogueDeadlines
    let logger: Logger
    /// Called with the id of a show when the stored answer about its seasons or episodes has changed.
    let changed: @Sendable (Int) -> Void

    /// The user for which an answer is fetched, and whether the fetch counts against their rate limit.
    struct Purpose: Sendable {
        /// The user who looks the answer up; nil if no user does.
        let requester: Requester?
        /// Whether the fetch counts against the requester's rate limit. Only a fetch that the requester waits for
        /// counts.
        let isCounted: Bool

        /// A fetch that no user waits for, such as the next episodes of a dashboard. It counts against nobody's limit.
        static let nobody = Purpose(requester: nil, isCounted: false)
    }

    /// Fetches the answer, or waits until another server has fetched and stored it.
    /// - Parameter seen: when the stored answer that this fetch replaces was itself fetched; nil if none is stored. If
    ///   the stored answer has another time by now, it is returned without a fetch.
    func callAsFunction(_ providerRequest: ProviderRequest, since seen: Date?, for purpose: Purpose) async -> InFlightRequest.Outcome {
        let deadline = ContinuousClock.now + .seconds(deadlines.lease)
        do {
            repeat {
                let lease = FetchLease(of: limiter.server, seconds: deadlines.lease)
                let (claim, spent) = try await kept.claim(
                    providerRequest, lease, since: seen, countedFor: purpose.isCounted ? purpose.requester : nil)
                if claim.isGranted { return try await ask(providerRequest, lease, for: purpose.requester, spent, instead: claim.kept) }
                if let kept = claim.kept, let fetchedAt = kept.fetchedAt, fetchedAt != seen { return .fetched(kept) }
                if let pause = claim.pause {
                    counter.count { $0.throttled += 1 }
                    return .away(retryAfter: pause)
                }
                // Another server holds the lease and is fetching the answer.
                try await Task.sleep(for: .milliseconds(100))
            } while .now < deadline
        } catch let problem as Problem where problem.code == .tooManyRequests {
            counter.count { $0.refused += 1 }
            return .refused(problem)
        } catch {
            logger.debug("The provider's answer couldn't be read from or written to the database: \(type(of: error))")
        }
        return .away(retryAfter: Int(CatalogueRules.rest))
    }

    private func ask(
        _ providerRequest: ProviderRequest, _ lease: FetchLease, for requester: Requester?, _ spent: CountedLookUp?,
        instead old: StoredAnswer?
    ) async throws -> InFlightRequest.Outcome {
        var result: Result<ProviderReply, ProviderFault>
        do { result = .success(try await reply(to: providerRequest, for: requester)) } catch let fault as ProviderFault {
            result = .failure(fault)
        } catch is ProviderLimiter.NoSlotInTime {
            counter.count { $0.crowded += 1 }
            try await kept.giveUp(providerRequest, lease, returning: spent)
            return .away(retryAfter: CatalogueRules.crowded)
        }
        if case .success(.charged(let charged, let quota)) = result {
            result = charged
            if let quota { try await kept.record(quota) }
        } else {
            try await kept.giveBackDownload(of: spent)
        }
        do { return try await outcome(of: try result.get(), to: providerRequest, lease, instead: old) } catch let fault as ProviderFault {
            counter.count { $0.failures += 1 }
            if counter.mayWarn() { logger.warning("The catalogue's provider gave no usable answer. \(fault)") }
            try await kept.release(providerRequest, lease)
            return .away(retryAfter: Int(CatalogueRules.rest))
        }
    }

    /// Stores what the provider replied.
    /// - Throws: `ProviderFault` if the reply is no usable answer.
    private func outcome(
        of reply: ProviderReply, to providerRequest: ProviderRequest, _ lease: FetchLease, instead old: StoredAnswer?
    ) async throws -> InFlightRequest.Outcome {
        switch reply {
        case .found(let bytes): return try await keep(try providerRequest.kept(bytes), of: providerRequest, lease, instead: old)
        case .unknown: return try await keep(nil, of: providerRequest, lease, instead: old)
        case .throttled(let seconds):
            counter.count { $0.throttled += 1 }
            logger.warning("The catalogue's provider asks for a pause of \(seconds) s.")
            try await kept.pause(seconds: seconds)
            try await kept.release(providerRequest, lease)
            return .away(retryAfter: seconds)
        case .failing, .charged: throw ProviderFault("The provider failed, and the retry failed too or got no slot in time.")
        }
    }

    /// Sends the request to the provider when the limiter has a free slot. If the provider fails, the request is sent
    /// once more, provided that another slot frees up in time.
    /// - Throws: `NoSlotInTime` if the request wasn't sent at all.
    private func reply(to providerRequest: ProviderRequest, for requester: Requester?) async throws -> ProviderReply {
        let first = try await limiter.take(requester, within: deadlines.turn) {
            counter.count { $0.outbound += 1 }
            return try await provider.ask(providerRequest)
        }
        guard case .failing = first else { return first }
        try await Task.sleep(for: CatalogueRules.backoff * Double.random(in: 1...2))
        do {
            return try await limiter.take(requester, within: deadlines.turn) { try await provider.ask(providerRequest) }
        } catch is ProviderLimiter.NoSlotInTime { return first }
    }

    private func keep(
        _ answer: String?, of providerRequest: ProviderRequest, _ lease: FetchLease, instead old: StoredAnswer?
    ) async throws -> InFlightRequest.Outcome {
        let new = StoredAnswer(answer: answer, fetchedAt: kept.database.clock.now, isRenumbered: old?.isRenumbered ?? false)
        let isRenumbered = old.map { providerRequest.isRenumbered(new, since: $0) } ?? false
        let servers = try await kept.store(new, of: providerRequest, lease, renumbering: isRenumbered ? providerRequest.numbersOf : nil)
        limiter.share(among: servers)
        if let show = providerRequest.numbersOf, answer != old?.answer { changed(show) }
        return .fetched(StoredAnswer(answer: answer, fetchedAt: new.fetchedAt, isRenumbered: new.isRenumbered || isRenumbered))
    }
}

/// A server's exclusive right to fetch an answer, stored in the answer's row. While it lasts, the other servers wait
/// for that answer.
struct FetchLease: Sendable {
    /// The id of the lease. It begins with the server's own number, so that a query can count the servers that fetch.
    let id: UUID
    let seconds: TimeInterval

    /// Creates a lease with a new id.
    /// - Parameters:
    ///   - server: the server's own number.
    ///   - seconds: how long the lease lasts from when it is stored.
    init(of server: UInt64, seconds: TimeInterval) {
        var (id, bytes) = (UUID().uuid, server.bigEndian)
        withUnsafeMutableBytes(of: &id) { id in withUnsafeBytes(of: &bytes) { id.copyMemory(from: $0) } }
        (self.id, self.seconds) = (UUID(uuid: id), seconds)
    }

    /// The number of characters at the beginning of an id's text that identify the server: 16 digits and two dashes.
    static let serverLength = 18
}
