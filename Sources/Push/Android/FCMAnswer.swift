import Domain
import Foundation
import UntrustedText

/// FCM's answer to one push.
struct FCMAnswer: Sendable, Equatable {
    let status: Int
    /// FCM's reason for a refusal, such as `UNREGISTERED`; nil if there is none, or none that can be read.
    let code: String?

    /// The reasons that concern the device's token, and not the key. The last one means a device of another system.
    private static let deviceCodes: Set = ["UNREGISTERED", "SENDER_ID_MISMATCH", "THIRD_PARTY_AUTH_ERROR"]

    private struct Body: Decodable {
        struct Failure: Decodable {
            let status: String?
            let details: [Detail]?
        }
        struct Detail: Decodable {
            let errorCode: String?
        }
        let error: Failure?
    }

    /// Reads an answer. A body that isn't the expected JSON object is ignored.
    init(status: Int, body: [UInt8]) {
        self.status = status
        let failure = status == 200 ? nil : (try? Body(untrustedJSON: body))?.error
        let code = failure?.details?.lazy.compactMap { $0.errorCode }.first ?? failure?.status
        self.code = code.flatMap { $0.wholeMatch(of: /[A-Z_]{1,100}/) == nil ? nil : $0 }
    }

    /// The reason of a refusal.
    var reason: String { code ?? "status \(status)" }

    /// Whether FCM refuses the key or its project, whatever the device is.
    var isOfKey: Bool { [401, 403, 404].contains(status) && !Self.deviceCodes.contains(code ?? "") }

    /// The reason why the worker must stop using the push's credential until the next run; nil if FCM accepts the credential.
    var stopReason: String? { isOfKey ? reason : nil }
}

extension DeliveryOutcome {
    /// Decides from an answer what happens to the delivery next (rules 21).
    init(_ answer: FCMAnswer, _ delivery: Delivery, retryAfter: TimeInterval?) {
        let (reason, backoff) = (answer.reason, Backoff.seconds(after: delivery.attempts))
        self =
            switch answer.status {
            case 200: .sent
            // An operator may correct it.
            case _ where answer.isOfKey: .retry(after: backoff, reason: reason)
            // The answer is only about the registration that the push was sent to. A device that has registered again
            // since stays.
            case 404: .gone(reason: reason, since: delivery.deviceConfirmedAt)
            case 400, 401, 403: .refused(reason: reason)
            case 429, 500...: .retry(after: retryAfter.map { max($0, 1) } ?? backoff, reason: reason)
            // Any other answer means that the request itself is wrong: a defect, for which a retry is useless.
            default: .dead(reason: reason)
            }
    }
}
