import Domain
import Foundation
import Logging

/// Sends pushes to Apple, with tenants' keys for their apps.
struct AppleGateway: PushGateway {
    let credentials: CredentialCache<AppleTokens>
    let transport: APNsTransport
    /// The machine's clock. Apple's clock agrees with it, while the clock of the rules can be moved.
    let realTime: WallClock

    func send(_ delivery: Delivery, _ text: NoticeText, startBy: ContinuousClock.Instant) async throws -> PushResult {
        let credential = try await credentials.credential(of: delivery)
        let request = try request(for: delivery, text, topic: credential.topic)
        let token = try await credentials.token(for: credential, of: delivery)
        var result = await transport.send(request, credential.provider, token.jwt, startBy)
        if result.wantsNewToken {
            let newer = try await credentials.token(for: credential, of: delivery, refused: token.issuedAt)
            result = await transport.send(request, credential.provider, newer.jwt, startBy)
        }
        if let reason = result.stopReason { await credentials.stopKey(of: delivery, reason: reason) }
        if case .notSent(let reason, let detail) = result { return .notSent(reason.text(detail)) }
        return .outcome(DeliveryOutcome(result, attempts: delivery.attempts, now: realTime.now))
    }

    func beginRun() async { await credentials.reset() }

    var counts: (tokens: Int, connections: Int) {
        get async { (await credentials.tokensCreated, transport.connections()) }
    }

    func close(grace: Duration) async { await transport.close(grace) }

    /// Builds the push of a delivery. The time until which Apple may keep the push is by the machine's clock, because
    /// Apple compares it with its own clock.
    private func request(for delivery: Delivery, _ text: NoticeText, topic: String) throws -> APNsRequest {
        APNsRequest(
            id: delivery.id, deviceToken: delivery.deviceToken, topic: topic, expiration: realTime.now + delivery.lifetime,
            collapseID: PushPayload.collapseID(delivery.notice),
            payload: try PushPayload.bytes(delivery.notice, text, badge: delivery.badge))
    }
}
