import DavenportAPI
import Domain
import Foundation
import Logging

/// Takes one delivery to Apple and says what became of it.
struct Courier: Sendable {
    let keyring: Keyring
    let gateway: PushGateway
    /// The clock that Apple goes by.
    let realTime: WallClock
    /// Whether the program is to end: what hasn't begun is given back then.
    let isStopping: @Sendable () -> Bool
    let logger: Logger

    /// - Parameter startBy: until when sending must have begun, so that it ends before the lease does.
    func deliver(_ delivery: Delivery, startBy: ContinuousClock.Instant) async -> DeliveryOutcome {
        guard !isStopping() else { return .released }
        do {
            let credential = try await keyring.credential(of: delivery)
            let request = try request(for: delivery, topic: credential.topic)
            return try await send(request, delivery, credential, startBy)
        } catch let error as Keyring.Unusable {
            return retry(delivery, error.reason)
        } catch let problem as Problem where problem.code == .unavailable {
            return .released
        } catch {
            logger.error("A push failed", metadata: ["device": "…\(delivery.deviceToken.suffix(4))", "error": "\(error)"])
            return retry(delivery, "internal error")
        }
    }

    private func send(
        _ request: APNsRequest, _ delivery: Delivery, _ credential: PushCredential, _ startBy: ContinuousClock.Instant
    ) async throws -> DeliveryOutcome {
        var token = try await keyring.token(for: credential)
        var verdict = await verdict(request, delivery, credential, token, startBy)
        if verdict == .renewToken {
            do {
                token = try await keyring.token(for: credential, refused: token.issuedAt)
                verdict = await self.verdict(request, delivery, credential, token, startBy)
            } catch let error as Keyring.Unusable {
                verdict = .stop(reason: error.reason)
            }
        }
        switch verdict {
        case .notBegun(let reason): return isStopping() ? .released : retry(delivery, reason)
        case .done(let outcome): return outcome
        case .renewToken: return await stopped(delivery, reason: "ExpiredProviderToken")
        case .stop(let reason): return await stopped(delivery, reason: reason)
        }
    }

    private func verdict(
        _ request: APNsRequest, _ delivery: Delivery, _ credential: PushCredential, _ token: SharedProviderToken,
        _ startBy: ContinuousClock.Instant
    ) async -> Verdict {
        let result = await gateway.send(request, credential.provider, token.jwt, startBy)
        return Verdict(result, attempts: delivery.attempts, now: realTime.now)
    }

    private func stopped(_ delivery: Delivery, reason: String) async -> DeliveryOutcome {
        await keyring.stop(delivery, reason: reason)
        return retry(delivery, reason)
    }

    private func retry(_ delivery: Delivery, _ reason: String) -> DeliveryOutcome {
        .retry(after: Backoff.seconds(after: delivery.attempts), reason: reason)
    }

    /// Apple reads the expiration by its own clock, whatever the rules' clock says.
    private func request(for delivery: Delivery, topic: String) throws -> APNsRequest {
        APNsRequest(
            id: delivery.id, deviceToken: delivery.deviceToken, topic: topic, expiration: realTime.now + delivery.lifetime,
            collapseID: PushPayload.collapseID(delivery.notice), payload: try PushPayload.bytes(delivery.notice, badge: delivery.badge))
    }
}
