import Domain
import Foundation

/// What follows from how a push ended (rules.md 21).
enum Verdict: Equatable {
    case done(DeliveryOutcome)
    /// Apple has not seen it.
    case notBegun(reason: String)
    /// The provider token is too old: another, once, and again.
    case renewToken
    /// Nothing goes by this credential any more in this run; the push waits.
    case stop(reason: String)

    /// - Parameters:
    ///   - attempts: how often it failed before in ways that waiting may mend.
    ///   - now: by a clock that nobody has moved, as Apple's.
    init(_ result: APNsResult, attempts: Int, now: Date) {
        switch result {
        case .answered(let answer): self.init(answer, attempts: attempts, now: now)
        case .notSent(let reason): self = .notBegun(reason: reason)
        case .unanswered(let reason): self = .done(.retry(after: Backoff.seconds(after: attempts), reason: reason))
        }
    }

    private init(_ answer: APNsAnswer, attempts: Int, now: Date) {
        let reason = answer.reason ?? "status \(answer.status)"
        self =
            switch (answer.status, reason) {
            case (200, _): .done(.sent)
            case (410, _): .done(.gone(reason: reason, since: answer.timestamp ?? now))
            case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): .done(.refused(reason: reason))
            case (403, "ExpiredProviderToken"): .renewToken
            case (403, _): .stop(reason: reason)
            case (429, _), (500..., _):
                .done(.retry(after: answer.retryAfter.map { max($0, 1) } ?? Backoff.seconds(after: attempts), reason: reason))
            // The rest says that the request itself is wrong: a defect, which repeating doesn't mend.
            default: .done(.dead(reason: reason))
            }
    }
}

/// How long to wait for what may mend itself.
enum Backoff {
    private static let minutes: [TimeInterval] = [1, 5, 15, 30, 60]

    /// In seconds, a tenth more or less, so that what failed together doesn't come back together.
    static func seconds(after attempts: Int) -> TimeInterval {
        minutes[min(attempts, minutes.count - 1)] * 60 * .random(in: 0.9...1.1)
    }
}
