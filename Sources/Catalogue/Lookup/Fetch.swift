import Domain
import Foundation
import Logging

/// Asks the provider for one thing, once for all servers, and keeps what it says. No transaction is open meanwhile: a lease on the row
/// keeps the other servers from asking.
struct Fetch: Sendable {
    let provider: Provider
    let kept: KeptAnswers
    let counter: CatalogueCounter
    let logger: Logger

    /// - Parameter seen: when what is kept was fetched, where it isn't good enough; whatever is newer is.
    func callAsFunction(_ inquiry: Inquiry, newerThan seen: Date?) async -> Flight.Landing {
        let deadline = ContinuousClock.now + .seconds(CatalogueRules.lease)
        do {
            repeat {
                let lease = UUID()
                let claim = try await kept.claim(inquiry, lease: lease, olderThan: seen ?? .distantPast)
                if claim.isGranted { return try await ask(inquiry, lease, instead: claim.kept) }
                if let kept = claim.kept, let fetchedAt = kept.fetchedAt, seen.map({ fetchedAt > $0 }) ?? true { return .told(kept) }
                if let pause = claim.pause {
                    counter.count { $0.throttled += 1 }
                    return .away(retryAfter: pause)
                }
                // Another server asks.
                try await Task.sleep(for: .milliseconds(100))
            } while .now < deadline
        } catch {
            logger.debug("The catalogue can't be kept: \(type(of: error))")
        }
        return .away(retryAfter: Int(CatalogueRules.rest))
    }

    private func ask(_ inquiry: Inquiry, _ lease: UUID, instead old: KeptAnswer?) async throws -> Flight.Landing {
        do {
            counter.count { $0.outbound += 1 }
            switch try await provider.ask(inquiry) {
            case .found(let bytes): return try await keep(try inquiry.kept(bytes), of: inquiry, lease, instead: old)
            case .unknown: return try await keep(nil, of: inquiry, lease, instead: old)
            case .throttled(let seconds):
                counter.count { $0.throttled += 1 }
                logger.warning("The catalogue's provider wants to be left alone for \(seconds) s.")
                try await kept.pause(seconds: seconds)
                try await kept.release(inquiry, lease: lease)
                return .away(retryAfter: seconds)
            }
        } catch  where error is ProviderFault || error is DecodingError {
            counter.count { $0.failures += 1 }
            if counter.mayWarn() {
                let why = (error as? ProviderFault)?.description ?? "Its answer is malformed."
                logger.warning("The catalogue's provider told nothing of use. \(why)")
            }
            try await kept.release(inquiry, lease: lease)
            return .away(retryAfter: Int(CatalogueRules.rest))
        }
    }

    private func keep(_ answer: String?, of inquiry: Inquiry, _ lease: UUID, instead old: KeptAnswer?) async throws -> Flight.Landing {
        let new = KeptAnswer(answer: answer, fetchedAt: kept.database.clock.now, isRenumbered: old?.isRenumbered ?? false)
        let isRenumbered = old.map { inquiry.isRenumbered(new, since: $0) } ?? false
        try await kept.store(new, of: inquiry, lease: lease, renumbering: isRenumbered ? inquiry.numbersOf : nil)
        return .told(KeptAnswer(answer: answer, fetchedAt: new.fetchedAt, isRenumbered: new.isRenumbered || isRenumbered))
    }
}
