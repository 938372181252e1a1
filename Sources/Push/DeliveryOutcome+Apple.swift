import Domain
import Foundation

extension DeliveryOutcome {
    /// What follows from how a push ended (rules 21).
    /// - Parameters:
    ///   - attempts: how often it failed before in ways that waiting may mend.
    ///   - now: by a clock that nobody has moved, as Apple's.
    init(_ result: APNsResult, attempts: Int, now: Date) {
        switch result {
        case .answered(let answer): self.init(answer, attempts: attempts, now: now)
        case .notSent(let reason), .unanswered(let reason): self = .retry(after: Backoff.seconds(after: attempts), reason: reason)
        }
    }

    private init(_ answer: APNsAnswer, attempts: Int, now: Date) {
        let reason = answer.reason ?? "status \(answer.status)"
        self =
            switch (answer.status, reason) {
            case (200, _): .sent
            case (410, _): .gone(reason: reason, since: answer.timestamp ?? now)
            case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): .refused(reason: reason)
            // The provider token or the key is at fault, and may be mended.
            case (403, _): .retry(after: Backoff.seconds(after: attempts), reason: reason)
            case (429, _), (500..., _):
                .retry(after: answer.retryAfter.map { max($0, 1) } ?? Backoff.seconds(after: attempts), reason: reason)
            // The rest says that the request itself is wrong: a defect, which repeating doesn't mend.
            default: .dead(reason: reason)
            }
    }
}

extension APNsResult {
    /// Whether the provider token is too old: another, once, and again.
    var wantsNewToken: Bool {
        if case .answered(let answer) = self { answer.status == 403 && answer.reason == "ExpiredProviderToken" } else { false }
    }

    /// Why nothing goes by this credential any more in this run.
    var stopReason: String? {
        if case .answered(let answer) = self, answer.status == 403 { answer.reason ?? "status 403" } else { nil }
    }
}
