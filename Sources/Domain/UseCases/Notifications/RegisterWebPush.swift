import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Registers a browser for push notifications. It gets notifications until the caller's log-in session ends.
    public func registerWebPush(_ caller: Caller, _ input: NewWebPush) async throws -> Device {
        guard let key = Base64.url.decode(input.keys.p256dh.utf8).flatMap(AgreementPublicKey.init(bytes:)) else {
            throw Problem.invalid("keys.p256dh", .malformed, "isn't a point of P-256")
        }
        guard let auth = Base64.url.decode(input.keys.auth.utf8), auth.count == WebPushMessage.authLength else {
            throw Problem.invalid("keys.auth", .malformed, "must be 16 bytes in base64url")
        }
        guard hosts?.address(of: input.endpoint) != nil else { throw Problem(.pushServiceUnknown) }
        let subscription = WebPushSubscription(endpoint: input.endpoint, p256dh: key.bytes, auth: auth)
        let expiry = input.expirationTime.map { Date(timeIntervalSince1970: TimeInterval($0) / 1000) }
        let device = try await database.transaction(for: caller, .singleRoundTrip) {
            try await DeviceRepository($0).register(subscription, name: input.name, expiresAt: expiry, by: caller)
        }
        guard let device else { throw Problem(.unauthenticated) }
        return device
    }

    private var hosts: PushServiceHosts? { services[PushServiceHosts.self] }
}
