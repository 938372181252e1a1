import DavenportAPI
import Domain
import Foundation
import JSON
import Secrets

/// A signed message to a webhook, as Standard Webhooks defines it.
struct WebhookRequest: Sendable {
    /// The community whose bot gets the message.
    let tenantID: UUID
    let url: String
    /// The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and others of the message.
    let headers: [(name: String, value: String)]
    let body: [UInt8]
}

extension WebhookRequest {
    /// Makes a message.
    /// - Parameters:
    ///   - secrets: the secrets that sign it, each with a signature of its own.
    ///   - now: the time of this attempt by the machine's clock, because receivers refuse old messages.
    init(_ delivery: WebhookDelivery, signedBy secrets: [[UInt8]], at now: Date) throws {
        let (id, timestamp) = (delivery.messageID.uuidString.lowercased(), String(Int(now.timeIntervalSince1970)))
        (tenantID, url) = (delivery.tenantID, delivery.url)
        body = try JSONWriter.bytes(of: WebhookMessage(timestamp: now, botID: delivery.botID))
        let signed = Array("\(id).\(timestamp).".utf8) + body
        let signatures = secrets.map { Self.signature(of: signed, with: $0) }
        headers = [
            ("webhook-id", id), ("webhook-timestamp", timestamp), ("webhook-signature", signatures.joined(separator: " ")),
            ("content-type", "application/json"), ("user-agent", "davenport"),
        ]
    }

    /// Returns the signature of a message: of its id, its timestamp and its body, joined by dots.
    static func signature(of signed: [UInt8], with secret: [UInt8]) -> String {
        "v1," + Base64.standard.encode(Digest.hmacSHA256(key: secret, signed)) + "="
    }
}

/// The result of sending a message to a webhook.
enum WebhookResult: Sendable, Equatable {
    case answered(status: Int)
    /// No answer arrived. The text is the reason in a few words.
    case failed(String)
}
