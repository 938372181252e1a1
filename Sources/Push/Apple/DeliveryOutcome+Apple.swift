import Domain
import Foundation

extension DeliveryOutcome {
    /// Decides from the result of a push what happens to the delivery next (rules 21).
    /// - Parameters:
    ///   - attempts: the number of earlier attempts at the delivery that failed and could be retried.
    ///   - now: the current time by the machine's clock, which Apple's clock agrees with.
    init(_ result: APNsResult, attempts: Int, now: Date) {
        switch result {
        case .answered(let answer): self.init(answer, attempts: attempts, now: now)
        case .notSent(let reason, let detail), .unanswered(let reason, let detail):
            self = .retry(after: Backoff.seconds(after: attempts), reason: reason.text(detail))
        }
    }

    private init(_ answer: APNsAnswer, attempts: Int, now: Date) {
        let reason = answer.reason ?? "status \(answer.status)"
        self =
            switch (answer.status, reason) {
            case (200, _): .sent
            case (410, _): .gone(reason: reason, since: answer.timestamp ?? now)
            case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): .refused(reason: reason)
            // The provider token or the key is wrong, and an operator may fix it.
            case (403, _): .retry(after: Backoff.seconds(after: attempts), reason: reason)
            case (429, _), (500..., _):
                .retry(after: answer.retryAfter.map { max($0, 1) } ?? Backoff.seconds(after: attempts), reason: reason)
            // Any other answer means that the request itself is wrong: a defect, for which a retry is useless.
            default: .dead(reason: reason)
            }
    }
}

extension APNsResult {
    /// Whether Apple refused the provider token as too old. The push is then retried once with a new token.
    var wantsNewToken: Bool {
        if case .answered(let answer) = self { answer.status == 403 && answer.reason == "ExpiredProviderToken" } else { false }
    }

    /// The reason why the worker must stop using the push's credential until the next run; nil if Apple accepts the
    /// credential.
    var stopReason: String? {
        if case .answered(let answer) = self, answer.status == 403 { answer.reason ?? "status 403" } else { nil }
    }
}
