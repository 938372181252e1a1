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

    private struct Message: Decodable {
        let title: String
        let body: String
        let url: String
        let badge: Int
        let kind: String
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
    private var senders: [String: VAPIDClaims] = [:]
    private let rules: (String) -> Rule?

    /// - Parameter rules: returns the rule that applies to a subscription now.
    init(log: RequestLog, takesAny: Bool, printsPushes: Bool, rules: @escaping (String) -> Rule?) {
        (self.log, self.takesAny, self.printsPushes, self.rules) = (log, takesAny, printsPushes, rules)
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
    /// - Returns: nil if a rule says that there is no answer.
    func take(_ head: HTTPRequestHead, id: String, body: ByteBuffer) -> (status: Int, rule: Rule?)? {
        let rule = rules(id)
        if let rule, rule.action != .answer {
            note(head, id, body, 0, rule.action.rawValue, nil)
            return rule.action == .silence ? nil : (0, rule)
        }
        do throws(BrowserRefusal) {
            let content = try content(head, id, body)
            let status = rule?.status ?? 201
            let isTaken = (200..<300).contains(status)
            note(head, id, body, status, rule?.reason, isTaken ? content : nil)
            if isTaken, printsPushes { announce(id, content) }
            return (status, rule)
        } catch {
            note(head, id, body, error.status, error.reason, nil)
            return (error.status, nil)
        }
    }

    /// Checks a message, and decrypts it.
    private func content(_ head: HTTPRequestHead, _ id: String, _ body: ByteBuffer) throws(BrowserRefusal) -> String {
        guard takesAny || subscriptions[id] != nil else { throw BrowserRefusal(404, "there is no such subscription") }
        let sender = try sender(head.headers.first(name: "authorization"))
        if let wanted = subscriptions[id], !wanted.isEmpty, wanted != sender { throw BrowserRefusal(403, "another key subscribed") }
        guard let ttl = head.headers.first(name: "ttl"), UInt32(ttl) != nil else { throw BrowserRefusal(400, "TTL") }
        guard head.headers["content-encoding"] == ["aes128gcm"] else { throw BrowserRefusal(415, "Content-Encoding") }
        if let topic = head.headers.first(name: "topic"), topic.wholeMatch(of: /[A-Za-z0-9_-]{1,32}/) == nil {
            throw BrowserRefusal(400, "Topic")
        }
        guard body.readableBytes <= 4096 else { throw BrowserRefusal(413, "too large") }
        let message = Array(body.readableBytesView)
        guard (message.count - 86 - 16).isMultiple(of: 512) else { throw BrowserRefusal(400, "not padded") }
        guard let content = WebPushMessage.decrypt(message, with: key, auth: auth) else { throw BrowserRefusal(400, "can't be decrypted") }
        return String(decoding: content, as: UTF8.self)
    }

    /// Checks the sender's token, and returns its key.
    private func sender(_ authorization: String?) throws(BrowserRefusal) -> String {
        guard let authorization else { throw BrowserRefusal(401, "Authorization") }
        let known = senders[authorization]
        let claims = if let known { known } else { try VAPIDClaims(authorization, origin: origin) }
        senders[authorization] = claims
        guard claims.isCurrent(at: Date()) else { throw BrowserRefusal(403, "exp") }
        return claims.key
    }

    private func note(_ head: HTTPRequestHead, _ id: String, _ body: ByteBuffer, _ status: Int, _ reason: String?, _ message: String?) {
        log.add(
            Entry(
                at: Int(Date().timeIntervalSince1970 * 1000), id: id, topic: head.headers.first(name: "topic"),
                ttl: head.headers.first(name: "ttl").flatMap { Int($0) }, urgency: head.headers.first(name: "urgency"),
                size: body.readableBytes, status: status, reason: reason, message: message))
    }

    func flush() { log.flush() }

    private func announce(_ id: String, _ content: String) {
        let message = try? JSONDecoder().decode(Message.self, from: Data(content.utf8))
        let text = message.map { "\($0.title) — \($0.body)  badge \($0.badge)  \($0.kind)  \($0.url)" } ?? content
        say("\(Announcement.time(Date()))  browser  …\(id.suffix(4))  \(text)")
    }
}

/// A refusal of a message to a browser.
struct BrowserRefusal: Error {
    let status: Int
    let reason: String

    init(_ status: Int, _ reason: String) { (self.status, self.reason) = (status, reason) }
}

/// What a sender's token says (RFC 8292), once its signature was checked.
struct VAPIDClaims {
    private struct Claims: Decodable {
        let aud: String
        let exp: Int
        let sub: String
    }

    /// The sender's public key in base64url.
    let key: String
    private let expiry: Date

    /// Checks the value of the header `Authorization`.
    init(_ authorization: String, origin: String) throws(BrowserRefusal) {
        guard let match = authorization.wholeMatch(of: /vapid t=([\w-]+\.[\w-]+)\.([\w-]+), ?k=([\w-]+)/),
            let signature = Base64.url.decode(match.2.utf8), let point = Base64.url.decode(match.3.utf8),
            let verifying = VerifyingKey(point: point), verifying.verify(signature, of: Array(match.1.utf8)),
            let json = match.1.split(separator: ".").last.flatMap({ Base64.url.decode($0.utf8) }),
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(json))
        else { throw BrowserRefusal(401, "the token isn't signed by its key") }
        guard claims.aud == origin else { throw BrowserRefusal(403, "aud") }
        let isPublic = claims.sub.wholeMatch(of: /(?:mailto:[^@]+@|https:\/\/)[^\/]+\.[a-z]+.*/) != nil
        guard isPublic, !claims.sub.contains(/localhost|\.(?:local|invalid)\b/) else { throw BrowserRefusal(403, "sub") }
        key = String(match.3)
        expiry = Date(timeIntervalSince1970: TimeInterval(claims.exp))
    }

    /// Whether the token is valid, and for no more than 24 hours.
    func isCurrent(at now: Date) -> Bool { now < expiry && expiry <= now + 86_400 }
}
