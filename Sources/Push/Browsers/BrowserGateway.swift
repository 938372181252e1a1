import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets

/// The push services of browsers, as an operator has configured them.
public struct WebPushService: Sendable {
    /// The address at which a push service reaches the operator, `mailto:` or `https:`.
    public let contact: String
    /// The push services to which messages may be sent.
    public let hosts: PushServiceHosts
    public let transport: HTTPSTransport

    public init(contact: String, hosts: PushServiceHosts, transport: HTTPSTransport) {
        self.contact = contact
        self.hosts = hosts
        self.transport = transport
    }
}

/// Sends messages to browsers, with tenants' keys for browsers.
struct BrowserGateway: PushGateway {
    private let service: WebPushService?
    private let keys: BrowserKeys
    private let translations: Translations

    /// Creates the gateway.
    /// - Parameters:
    ///   - service: nil if pushes to browsers are off. They then wait until they expire.
    ///   - translations: the notifications' sentences in the languages that people choose.
    init(_ service: WebPushService?, _ openKey: OpenPushKey, translations: Translations, realTime: WallClock, logger: Logger) {
        (self.service, self.translations) = (service, translations)
        keys = BrowserKeys(openKey, contact: service?.contact ?? "", realTime: realTime, logger: logger)
    }

    func send(_ delivery: Delivery, _ text: NoticeText, startBy: ContinuousClock.Instant) async throws -> PushResult {
        guard let service, let browser = delivery.browser else { throw UnusableKey(.browsersOff) }
        guard let address = service.hosts.address(of: browser.endpoint) else {
            return .outcome(.dead(reason: PushReason.unknownService.rawValue))
        }
        guard let key = AgreementPublicKey(bytes: browser.p256dh) else { return .outcome(.refused(reason: "status 400")) }
        let token = try await keys.token(for: delivery, at: address.origin)
        let result = await service.transport.send(
            WebPushRequest(
                endpoint: browser.endpoint, authorization: token.authorization, lifetime: max(0, Int(delivery.lifetime)),
                topic: PushPayload.collapseID(delivery.notice),
                body: WebPushMessage.encrypt(try payload(delivery, text), for: key, auth: browser.auth)
            ).https, startBy)
        switch result {
        case .notSent(let reason): return .notSent(reason.rawValue)
        case .unanswered(let reason): return .outcome(.retry(after: Backoff.seconds(after: delivery.attempts), reason: reason.rawValue))
        case .answered(let status, let retryAfter, _):
            return .outcome(await outcome(status, retryAfter, delivery, at: address))
        }
    }

    /// Decides from an answer what happens to the delivery next (rules 21).
    private func outcome(
        _ status: Int, _ retryAfter: TimeInterval?, _ delivery: Delivery, at address: PushServiceAddress
    ) async -> DeliveryOutcome {
        let reason = "status \(status)"
        let pause = retryAfter.map { max($0, 1) } ?? Backoff.seconds(after: delivery.attempts)
        switch status {
        case 200..<300:
            await keys.accepted(delivery, at: address.origin)
            return .sent
        // The answer is only about the subscription that the push was sent to. A browser that has subscribed again
        // since stays.
        case 404, 410: return .gone(reason: reason, since: delivery.deviceConfirmedAt)
        case 401, 403:
            // If this push service has taken pushes with the key before, it refuses only this subscription, made for
            // another key.
            let isStopped = await keys.refused(delivery, at: address.origin, reason: reason)
            return isStopped ? .retry(after: Backoff.seconds(after: delivery.attempts), reason: reason) : .refused(reason: reason)
        case 400: return .refused(reason: reason)
        case 429, 500...: return .retry(after: pause, reason: reason)
        // Any other answer means that the request itself is wrong: a defect, for which a retry is useless.
        default: return .dead(reason: reason)
        }
    }

    private func payload(_ delivery: Delivery, _ text: NoticeText) throws -> [UInt8] {
        let notice = delivery.notice
        let id = text.page.hasSuffix("/") ? notice.aboutID?.uuidString.lowercased() ?? "" : ""
        return try PushPayload.shortened(notice, text, upTo: BrowserPayload.limit, in: translations.words(in: delivery.language)) { text in
            BrowserPayload(
                title: text.title, body: text.body, tag: PushPayload.collapseID(notice), url: page(id, of: delivery), badge: delivery.badge,
                kind: notice.kind.rawValue)
        }

        func page(_ id: String, of delivery: Delivery) -> String { id.isEmpty && text.page != "/people" ? "/" : text.page + id }
    }

    func beginRun() async { await keys.reset() }

    var counts: (tokens: Int, connections: Int) { (0, 0) }

    func close(grace: Duration) async { await service?.transport.close(grace) }
}

/// A worker's cache of tenants' keys for browsers, and of the tokens that are made with them.
actor BrowserKeys {
    /// A key at one push service. Each has a token of its own, and each may refuse the key.
    private struct ServiceKey: Hashable, CustomStringConvertible {
        let keyID: UUID?
        let origin: String

        var description: String { origin }
    }

    /// The age in seconds at which a token is replaced.
    private static let renewal: TimeInterval = 6 * 3600

    private let contact: String
    private let realTime: WallClock
    private let keys: KeyCache<SigningKey, ServiceKey>
    private var tokens: [ServiceKey: VAPIDToken] = [:]
    private var known: Set<ServiceKey> = []

    init(_ openKey: OpenPushKey, contact: String, realTime: WallClock, logger: Logger) {
        (self.contact, self.realTime) = (contact, realTime)
        keys = KeyCache(absent: .noKeyForBrowsers, logger: logger) { try await openKey.forBrowsers($0, of: $1) }
    }

    /// Returns the token with which a delivery is sent to a push service.
    /// - Throws: as `KeyCache.key(of:for:)`.
    func token(for delivery: Delivery, at origin: String) async throws -> VAPIDToken {
        let serviceKey = ServiceKey(keyID: delivery.pushKeyID, origin: origin)
        let key = try await keys.key(of: delivery, for: serviceKey)
        if let token = tokens[serviceKey], isYoung(token) { return token }
        let token = VAPIDToken(key: key, origin: origin, contact: contact, issuedAt: realTime.now)
        tokens[serviceKey] = token
        return token
    }

    private func isYoung(_ token: VAPIDToken) -> Bool { realTime.now.timeIntervalSince(token.issuedAt) < Self.renewal }

    /// Remembers that a push service takes messages with a key.
    func accepted(_ delivery: Delivery, at origin: String) {
        known.insert(ServiceKey(keyID: delivery.pushKeyID, origin: origin))
    }

    /// Stops using a key at a push service that refused it, until the next run.
    /// - Returns: false if that push service has taken messages with this key. Then it refuses only this subscription, and the key stays
    ///   in use. Otherwise one member with a strange subscription would stop everybody's pushes.
    func refused(_ delivery: Delivery, at origin: String, reason: String) async -> Bool {
        let serviceKey = ServiceKey(keyID: delivery.pushKeyID, origin: origin)
        guard !known.contains(serviceKey) else { return false }
        await keys.stop(serviceKey, of: delivery, reason: reason)
        return true
    }

    /// Begins a new run.
    func reset() async {
        await keys.reset()
        tokens = tokens.filter { isYoung($0.value) }
    }
}
