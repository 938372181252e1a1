import DavenportAPI
import Domain
import Foundation
import Logging

/// Asks the provider for one thing, once for all servers, and keeps what it says. No transaction is open meanwhile: a lease on the row
/// keeps the other servers from asking.
struct ProviderFetch: Sendable {
    let provider: Provider
    let kept: KeptAnswers
    let limiter: ProviderLimiter
    let counter: CatalogueCounter
    let deadlines: CatalogueDeadlines
    let logger: Logger
    /// Is told of a show of which something else is kept now than before.
    let changed: @Sendable (Int) -> Void

    /// Who it is for.
    struct Purpose: Sendable {
        /// Nil where nobody is to be told.
        let requester: Requester?
        /// Whether it counts as one of the look-ups that they may make: somebody waits for it.
        let isCounted: Bool

        /// What is looked at behind a dashboard.
        static let nobody = Purpose(requester: nil, isCounted: false)
    }

    /// - Parameter seen: when what is kept was fetched, where it isn't good enough; whatever was fetched at another time is.
    func callAsFunction(_ providerRequest: ProviderRequest, since seen: Date?, for purpose: Purpose) async -> InFlightRequest.Outcome {
        let deadline = ContinuousClock.now + .seconds(deadlines.lease)
        do {
            repeat {
                let lease = Lease(of: limiter.server, seconds: deadlines.lease)
                let (claim, spent) = try await kept.claim(
                    providerRequest, lease, since: seen, countedFor: purpose.isCounted ? purpose.requester : nil)
                if claim.isGranted { return try await ask(providerRequest, lease, for: purpose.requester, spent, instead: claim.kept) }
                if let kept = claim.kept, let fetchedAt = kept.fetchedAt, fetchedAt != seen { return .told(kept) }
                if let pause = claim.pause {
                    counter.count { $0.throttled += 1 }
                    return .away(retryAfter: pause)
                }
                // Another server asks.
                try await Task.sleep(for: .milliseconds(100))
            } while .now < deadline
        } catch let problem as Problem where problem.code == .tooManyRequests {
            counter.count { $0.refused += 1 }
            return .refused(problem)
        } catch {
            logger.debug("The catalogue can't be kept: \(type(of: error))")
        }
        return .away(retryAfter: Int(CatalogueRules.rest))
    }

    private func ask(
        _ providerRequest: ProviderRequest, _ lease: Lease, for requester: Requester?, _ spent: SpentLookUp?, instead old: KeptAnswer?
    ) async throws -> InFlightRequest.Outcome {
        do {
            switch try await reply(to: providerRequest, for: requester) {
            case .found(let bytes): return try await keep(try providerRequest.kept(bytes), of: providerRequest, lease, instead: old)
            case .unknown: return try await keep(nil, of: providerRequest, lease, instead: old)
            case .throttled(let seconds):
                counter.count { $0.throttled += 1 }
                logger.warning("The catalogue's provider wants to be left alone for \(seconds) s.")
                try await kept.pause(seconds: seconds)
                try await kept.release(providerRequest, lease)
                return .away(retryAfter: seconds)
            case .failing: throw ProviderFault("The provider failed, and again where there was a turn.")
            }
        } catch is ProviderLimiter.Crowded {
            counter.count { $0.crowded += 1 }
            try await kept.giveUp(providerRequest, lease, returning: spent)
            return .away(retryAfter: CatalogueRules.crowded)
        } catch let fault as ProviderFault {
            counter.count { $0.failures += 1 }
            if counter.mayWarn() { logger.warning("The catalogue's provider told nothing of use. \(fault)") }
            try await kept.release(providerRequest, lease)
            return .away(retryAfter: Int(CatalogueRules.rest))
        }
    }

    /// Asks when there is a turn, and once more where the provider failed and there is another.
    /// - Throws: `Crowded` where the provider wasn't asked at all.
    private func reply(to providerRequest: ProviderRequest, for requester: Requester?) async throws -> ProviderReply {
        let first = try await limiter.take(requester, within: deadlines.turn) {
            counter.count { $0.outbound += 1 }
            return try await provider.ask(providerRequest)
        }
        guard case .failing = first else { return first }
        try await Task.sleep(for: CatalogueRules.backoff * Double.random(in: 1...2))
        do {
            return try await limiter.take(requester, within: deadlines.turn) { try await provider.ask(providerRequest) }
        } catch is ProviderLimiter.Crowded { return first }
    }

    private func keep(
        _ answer: String?, of providerRequest: ProviderRequest, _ lease: Lease, instead old: KeptAnswer?
    ) async throws -> InFlightRequest.Outcome {
        let new = KeptAnswer(answer: answer, fetchedAt: kept.database.clock.now, isRenumbered: old?.isRenumbered ?? false)
        let isRenumbered = old.map { providerRequest.isRenumbered(new, since: $0) } ?? false
        let servers = try await kept.store(new, of: providerRequest, lease, renumbering: isRenumbered ? providerRequest.numbersOf : nil)
        limiter.share(among: servers)
        if let show = providerRequest.numbersOf, answer != old?.answer { changed(show) }
        return .told(KeptAnswer(answer: answer, fetchedAt: new.fetchedAt, isRenumbered: new.isRenumbered || isRenumbered))
    }
}

/// That one server asks for a thing, and for how long the others leave it to that one.
struct Lease: Sendable {
    /// Begins with the server's own number, so that the database tells how many servers ask.
    let id: UUID
    let seconds: TimeInterval

    /// A new one.
    /// - Parameter server: what tells the server apart.
    init(of server: UInt64, seconds: TimeInterval) {
        var (id, bytes) = (UUID().uuid, server.bigEndian)
        withUnsafeMutableBytes(of: &id) { id in withUnsafeBytes(of: &bytes) { id.copyMemory(from: $0) } }
        (self.id, self.seconds) = (UUID(uuid: id), seconds)
    }

    /// How much of an id's text is the server's: 16 digits and two dashes.
    static let serverLength = 18
}
