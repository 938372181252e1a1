import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1
import Secrets
import StandIns

/// The push service of a browser, and the browsers themselves: it hands out subscriptions, checks each message as push
/// services do, and decrypts it as a browser does. It runs on one event loop.
final class BrowserService {
    /// A line of the file `browsers.jsonl`.
    private struct Entry: Encodable {
        let at: Int
        /// The id of the subscription: the last part of its endpoint.
        let id: String
        let topic: String?
        let ttl: Int?
        let urgency: String?
        let size: Int
        /// The HTTP status; 0 if there was no answer.
        let status: Int
        let reason: String?
        /// The decrypted message; nil if it wasn't accepted.
        let message: String?
    }

    /// The URL at which the service listens.
    var origin = ""
    private let log: RequestLog
    private let printsPushes: Bool
    /// Whether subscriptions that this service hasn't handed out are known too.
    private let takesAny: Bool
    /// All browsers have the same keys, so that a measurement can make any number of subscriptions.
    private let key = AgreementKey()
    private let auth = Randomness.bytes(WebPushMessage.authLength)
    /// The key of the sender for which each subscription was made; empty if any sender may send to it.
    private var subscriptions: [String: String] = [:]

    init(log: RequestLog, takesAny: Bool, printsPushes: Bool) {
        (self.log, self.takesAny, self.printsPushes) = (log, takesAny, printsPushes)
    }

    // MARK: Subscriptions

    /// Makes a subscription, and returns it in the form of `PushSubscription.toJSON()`.
    /// - Parameter sender: the sender's public key in base64url, as in `pushManager.subscribe`; empty for any sender.
    func subscribe(for sender: String) -> String {
        let id = Randomness.bytes(12).hexadecimal
        subscriptions[id] = sender
        let (p256dh, auth) = (Base64.url.encode(key.publicKey.bytes), Base64.url.encode(auth))
        return #"{"endpoint":"\#(origin)/push/\#(id)","expirationTime":null,"keys":{"p256dh":"\#(p256dh)","auth":"\#(auth)"}}"#
    }

    // MARK: Messages

    /// Answers a message.
    /// - Parameter rule: the rule that applies; nil if none does.
    /// - Returns: nil if the rule says that there is no answer.
    func take(_ request: WholeRequest, id: String, _ rule: Rule?) -> PushAnswer? {
        if let rule, rule.action != .answer {
            note(request, id, PushAnswer(0, rule.action.rawValue), nil)
            return nil
        }
        do throws(PushAnswer) {
            let content = try content(request, id)
            let answer = rule.map { PushAnswer($0, usual: 201) } ?? PushAnswer(201)
            let isTaken = (200..<300).contains(answer.status)
            note(request, id, answer, isTaken ? content : nil)
            if isTaken, printsPushes { announce(id, content) }
            return answer
        } catch {
            note(request, id, error, nil)
            return error
        }
    }

    /// Checks a message, and decrypts it.
    private func content(_ request: WholeRequest, _ id: String) throws(PushAnswer) -> String {
        guard takesAny || subscriptions[id] != nil else { throw PushAnswer(404, "there is no such subscription") }
        let sender = try sender(request.header("authorization"))
        if let wanted = subscriptions[id], !wanted.isEmpty, wanted != sender { throw PushAnswer(403, "another key subscribed") }
        guard let ttl = request.header("ttl"), UInt32(ttl) != nil else { throw PushAnswer(400, "TTL") }
        guard request.head.headers["content-encoding"] == ["aes128gcm"] else { throw PushAnswer(415, "Content-Encoding") }
        if let topic = request.header("topic"), topic.wholeMatch(of: /[A-Za-z0-9_-]{1,32}/) == nil {
            throw PushAnswer(400, "Topic")
        }
        guard request.body.readableBytes <= 4096 else { throw PushAnswer(413, "too large") }
        let message = Array(request.body.readableBytesView)
        guard (message.count - 86 - 16).isMultiple(of: 512) else { throw PushAnswer(400, "not padded") }
        guard let content = WebPushMessage.decrypt(message, with: key, auth: auth) else { throw PushAnswer(400, "can't be decrypted") }
        return String(decoding: content, as: UTF8.self)
    }

    /// What a sender's token says (RFC 8292).
    private struct Claims: Decodable {
        let aud: String
        let exp: Int
        let sub: String
    }

    /// Checks the sender's token, and returns its public key in base64url.
    private func sender(_ authorization: String?) throws(PushAnswer) -> String {
        guard let authorization else { throw PushAnswer(401, "Authorization") }
        guard let match = authorization.wholeMatch(of: /vapid t=([\w-]+\.[\w-]+)\.([\w-]+), ?k=([\w-]+)/),
            let signature = Base64.url.decode(match.2.utf8), let point = Base64.url.decode(match.3.utf8),
            let verifying = VerifyingKey(point: point), verifying.verify(signature, of: Array(match.1.utf8)),
            let json = match.1.split(separator: ".").last.flatMap({ Base64.url.decode($0.utf8) }),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(json))
        else { throw PushAnswer(401, "the token isn't signed by its key") }
        guard claims.aud == origin else { throw PushAnswer(403, "aud") }
        let isPublic = claims.sub.wholeMatch(of: /(?:mailto:[^@]+@|https:\/\/)[^\/]+\.[a-z]+.*/) != nil
        guard isPublic, !claims.sub.contains(/localhost|\.(?:local|invalid)\b/) else { throw PushAnswer(403, "sub") }
        // A token is valid for no more than 24 hours.
        let left = TimeInterval(claims.exp) - Date().timeIntervalSince1970
        guard left > 0, left <= 86_400 else { throw PushAnswer(403, "exp") }
        return String(match.3)
    }

    private func note(_ request: WholeRequest, _ id: String, _ answer: PushAnswer, _ message: String?) {
        log.add(
            Entry(
                at: Int(Date().timeIntervalSince1970 * 1000), id: id, topic: request.header("topic"),
                ttl: request.header("ttl").flatMap { Int($0) }, urgency: request.header("urgency"),
                size: request.body.readableBytes, status: answer.status, reason: answer.reason, message: message))
        log.flush()
    }

    private func announce(_ id: String, _ content: String) {
        let message = try? JSONDecoder().decode(JSONValue.self, from: Data(content.utf8))
        let parts = ["title", "body", "kind", "url"].compactMap { message?[$0]?.text }
        let text = parts.joined(separator: "  ") + (message?["badge"].map { "  badge \($0)" } ?? "")
        say("\(Announcement.time())  browser  …\(id.suffix(4))  \(text)")
    }
}
