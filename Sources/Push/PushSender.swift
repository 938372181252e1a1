import DavenportAPI
import Domain
import Foundation
import Logging

/// Sends single deliveries to Apple and decides about their outcomes.
struct PushSender: Sendable {
    /// The notification texts of all areas, by kind.
    let texts: [NotificationKind: NoticeText]
    let credentials: CredentialCache
    let gateway: PushGateway
    /// The machine's clock. Apple's clock agrees with it, while the clock of the rules can be moved.
    let realTime: WallClock
    /// Whether the program is ending. If so, deliveries whose sending hasn't begun are returned to the queue.
    let isStopping: @Sendable () -> Bool
    let logger: Logger

    /// Sends a delivery to Apple.
    /// - Parameter startBy: the latest instant to start sending, so that the result is stored before the delivery's
    ///   lease ends.
    func deliver(_ delivery: Delivery, startBy: ContinuousClock.Instant) async -> DeliveryOutcome {
        guard !isStopping() else { return .released }
        guard let text = texts[delivery.notice.kind] else {
            logger.error(
                "No area of this program has a text for this kind of notification",
                metadata: ["kind": "\(delivery.notice.kind.rawValue)", "tenant": "\(delivery.tenantID)"])
            // A newer worker may have a text for it.
            return retry(delivery, "unknown kind")
        }
        do {
            let credential = try await credentials.credential(of: delivery)
            let request = try request(for: delivery, text, topic: credential.topic)
            return try await send(request, delivery, credential, startBy)
        } catch let error as CredentialCache.Unusable {
            return retry(delivery, error.reason)
        } catch let problem as Problem where problem.code == .unavailable {
            return .released
        } catch {
            logger.error("A push failed", metadata: ["device": "…\(delivery.deviceToken.suffix(4))", "error": "\(error)"])
            return retry(delivery, "internal error")
        }
    }

    private func send(
        _ request: APNsRequest, _ delivery: Delivery, _ credential: PushKey, _ startBy: ContinuousClock.Instant
    ) async throws -> DeliveryOutcome {
        let token = try await credentials.token(for: credential)
        var result = await gateway.send(request, credential.provider, token.jwt, startBy)
        if result.wantsNewToken {
            do {
                let newer = try await credentials.token(for: credential, refused: token.issuedAt)
                result = await gateway.send(request, credential.provider, newer.jwt, startBy)
            } catch let error as CredentialCache.Unusable {
                return await stopped(delivery, reason: error.reason)
            }
        }
        if case .notSent = result, isStopping() { return .released }
        if let reason = result.stopReason { await credentials.stop(delivery, reason: reason) }
        return DeliveryOutcome(result, attempts: delivery.attempts, now: realTime.now)
    }

    private func stopped(_ delivery: Delivery, reason: String) async -> DeliveryOutcome {
        await credentials.stop(delivery, reason: reason)
        return retry(delivery, reason)
    }

    private func retry(_ delivery: Delivery, _ reason: String) -> DeliveryOutcome {
        .retry(after: Backoff.seconds(after: delivery.attempts), reason: reason)
    }

    /// Builds the push of a delivery. The time until which Apple may keep the push is by the machine's clock, because
    /// Apple compares it with its own clock.
    private func request(for delivery: Delivery, _ text: NoticeText, topic: String) throws -> APNsRequest {
        APNsRequest(
            id: delivery.id, deviceToken: delivery.deviceToken, topic: topic, expiration: realTime.now + delivery.lifetime,
            collapseID: PushPayload.collapseID(delivery.notice),
            payload: try PushPayload.bytes(delivery.notice, text, badge: delivery.badge))
    }
}
