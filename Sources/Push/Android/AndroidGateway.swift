import DavenportAPI
import Domain
import Foundation
import JSON

/// Sends pushes to Android devices through FCM, with tenants' service accounts.
struct AndroidGateway: PushGateway {
    private let service: FCMService?
    private let credentials: CredentialCache<GoogleTokens>

    /// Creates the gateway.
    /// - Parameter service: nil if pushes to Android are off. They then wait until they expire.
    init(_ service: FCMService?, _ credentials: CredentialCache<GoogleTokens>) {
        (self.service, self.credentials) = (service, credentials)
    }

    func send(_ delivery: Delivery, _ text: NoticeText, startBy: ContinuousClock.Instant) async throws -> PushResult {
        guard let service else { throw UnusableKey(.fcmOff) }
        let credential = try await credentials.credential(of: delivery)
        let (url, body) = ("\(service.url)/v1/projects/\(credential.topic)/messages:send", try FCMMessage.bytes(delivery, text))
        let token = try await credentials.token(for: credential, of: delivery)
        var result = await service.transport.send(Self.request(url, body, token), startBy)
        if result.wantsNewToken {
            let newer = try await credentials.token(for: credential, of: delivery, refused: token.issuedAt)
            result = await service.transport.send(Self.request(url, body, newer), startBy)
        }
        switch result {
        case .notSent(let reason): return .notSent(reason.rawValue)
        case .unanswered(let reason): return .outcome(.retry(after: Backoff.seconds(after: delivery.attempts), reason: reason.rawValue))
        case .answered(let status, let retryAfter, let body):
            let answer = FCMAnswer(status: status, body: body)
            if let reason = answer.stopReason { await credentials.stopKey(of: delivery, reason: reason) }
            return .outcome(DeliveryOutcome(answer, delivery, retryAfter: retryAfter))
        }
    }

    private static func request(_ url: String, _ body: [UInt8], _ token: SharedProviderToken) -> HTTPSRequest {
        HTTPSRequest(
            url: url, headers: [("authorization", "Bearer \(token.jwt)"), ("content-type", "application/json")], body: body,
            readsBody: true)
    }

    func beginRun() async { await credentials.reset() }

    var counts: (tokens: Int, connections: Int) {
        get async { (await credentials.tokensCreated, 0) }
    }

    func close(grace: Duration) async { await service?.transport.close(grace) }
}

extension HTTPSResult {
    /// Whether FCM refused the access token. The push is then retried once with a new one.
    fileprivate var wantsNewToken: Bool {
        if case .answered(let status, _, let body) = self { FCMAnswer(status: status, body: body).isOfKey && status == 401 } else { false }
    }
}
