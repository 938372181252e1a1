import DavenportAPI
import Domain
import Foundation
import NIOCore
import NIOHPACK
import UntrustedText

/// The result of sending one push.
public enum APNsResult: Sendable, Hashable {
    /// Apple answered, with any status.
    case answered(APNsAnswer)
    /// The push was sent and no answer arrived, so Apple may or may not have delivered it. The text is what is known
    /// beyond the reason.
    case unanswered(PushReason, String? = nil)
    /// Apple has certainly not processed the push.
    case notSent(PushReason, String? = nil)
}

/// Apple's answer to one push.
public struct APNsAnswer: Sendable, Hashable {
    /// The HTTP status; 200 if Apple accepted the push.
    public let status: Int
    /// Apple's reason for a refusal, such as `BadDeviceToken`; nil if Apple accepted the push, or if the reason can't
    /// be read.
    public let reason: String?
    /// The last time at which Apple found that the device doesn't accept pushes for the topic, which is the app's
    /// bundle id. It is nil unless the status is 410.
    public let timestamp: Date?
    /// The number of seconds, never negative, after which Apple wants a retry; nil if Apple doesn't say.
    public let retryAfter: TimeInterval?

    public init(status: Int, reason: String? = nil, timestamp: Date? = nil, retryAfter: TimeInterval? = nil) {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.retryAfter = retryAfter
    }
}

extension APNsAnswer {
    /// The JSON object in the body of Apple's answer. Every answer except one with status 200 has a body.
    private struct Body: Decodable {
        let reason: String?
        /// The time in milliseconds since 1970, only with status 410.
        let timestamp: Double?
    }

    /// Parses an answer; nil if it has no status. A body that isn't the expected JSON object is ignored.
    init?(headers: HPACKHeaders, body: ByteBuffer, now: Date = Date()) {
        guard let status = headers.first(name: ":status").flatMap({ Int($0) }) else { return nil }
        let details = body.readableBytes == 0 ? nil : try? Body(untrustedJSON: [UInt8](body.readableBytesView))
        self.init(
            status: status, reason: details?.reason.flatMap(Self.word),
            timestamp: details?.timestamp.map { Date(timeIntervalSince1970: $0 / 1000) },
            retryAfter: status == 200 ? nil : headers.first(name: "retry-after").flatMap { Self.seconds($0, from: now) })
    }

    /// Returns the reason if it is a single word, as all of Apple's reasons are. Returns nil for any other text,
    /// because the database might not be able to store it.
    private static func word(_ reason: String) -> String? {
        (1...100).contains(reason.utf8.count) && reason.utf8.allSatisfy { (0x21...0x7e).contains($0) } ? reason : nil
    }

    /// Parses the value of `Retry-After` (RFC 9110, 10.2.3), a number of seconds or a date, into seconds; nil if it is
    /// malformed.
    private static func seconds(_ text: String, from now: Date) -> TimeInterval? {
        if let seconds = UInt32(text) { return TimeInterval(seconds) }
        guard let date = HTTPDate.parse(text) else { return nil }
        return max(0, date.timeIntervalSince(now))
    }
}

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
