import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets

/// Sends pushes to Apple, with tenants' keys for their apps.
struct AppleGateway: PushGateway {
    let credentials: CredentialCache
    let transport: APNsTransport
    /// The machine's clock. Apple's clock agrees with it, while the clock of the rules can be moved.
    let realTime: WallClock

    func send(_ delivery: Delivery, _ text: NoticeText, startBy: ContinuousClock.Instant) async throws -> PushResult {
        let credential = try await credentials.credential(of: delivery)
        let request = try request(for: delivery, text, topic: credential.topic)
        let token = try await credentials.token(for: credential)
        var result = await transport.send(request, credential.provider, token.jwt, startBy)
        if result.wantsNewToken {
            do {
                let newer = try await credentials.token(for: credential, refused: token.issuedAt)
                result = await transport.send(request, credential.provider, newer.jwt, startBy)
            } catch let error as UnusableKey {
                await credentials.stopKey(of: delivery, reason: error.reason)
                throw error
            }
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

/// A worker's cache of tenants' push keys (credentials), and of the provider tokens that are made with them.
actor CredentialCache {
    /// The use of a credential. If an operator resumes a stopped credential, its time `resumedAt` changes, so it no longer
    /// counts as stopped.
    private struct Use: Hashable, CustomStringConvertible {
        let id: UUID?
        let resumedAt: Date?

        init(_ delivery: Delivery) { (id, resumedAt) = (delivery.pushKeyID, delivery.pushKeyResumedAt) }

        var description: String { "app" }
    }

    private let openKey: OpenPushKey
    private let shareToken: ShareProviderToken
    private let realTime: WallClock
    private let logger: Logger
    private let credentials: KeyCache<PushKey, Use>
    private var tokens: [ProviderKey: Task<SharedProviderToken, any Error>] = [:]
    /// The credentials for which the worker has warned that the shared provider token can't be decrypted.
    private var unreadable: Set<ProviderKey> = []
    /// The number of provider tokens that this worker has created.
    private(set) var tokensCreated = 0

    init(_ openKey: OpenPushKey, _ shareToken: ShareProviderToken, realTime: WallClock, logger: Logger) {
        self.openKey = openKey
        self.shareToken = shareToken
        self.realTime = realTime
        self.logger = logger
        credentials = KeyCache(absent: .noKeyForApp, logger: logger) { try await openKey($0, of: $1) }
    }

    /// Returns the credential with which a delivery is sent.
    /// - Throws: as `KeyCache.key(of:for:)`.
    func credential(of delivery: Delivery) async throws -> PushKey {
        try await credentials.key(of: delivery, for: Use(delivery))
    }

    /// Returns the provider token for a credential. As long as the cached token is young enough, it is that one.
    /// Otherwise it is the token that all workers share in the database.
    /// - Parameter refused: the time of issue of a token that Apple called expired, which must not be returned again;
    ///   nil if there is none.
    /// - Throws: `UnusableKey` if the refused token is too young to be renewed, or if the shared token can't be decrypted
    ///   or replaced; `unavailable` if the database can't be reached.
    func token(for credential: PushKey, refused: Date? = nil) async throws -> SharedProviderToken {
        let key = credential.provider
        // Check twice, because another task may have begun a renewal while this one waited for the previous one.
        for _ in 0..<2 {
            if let token = try? await tokens[key]?.value, token.issuedAt != refused, isYoung(token) { return token }
        }
        let task = Task { try await shared(for: credential, refused: refused) }
        tokens[key] = task
        return try await task.value
    }

    private func isYoung(_ token: SharedProviderToken) -> Bool {
        realTime.now.timeIntervalSince(token.issuedAt) < ProviderTokenRules.renewal
    }

    private func shared(for credential: PushKey, refused: Date?) async throws -> SharedProviderToken {
        let token: SharedProviderToken?
        do {
            token = try await shareToken(for: credential.provider, refused: refused, mint: mint(credential))
        } catch let error where Self.isSealed(error) {
            return try await replacement(for: credential)
        }
        return try counted(token, orElse: "ExpiredProviderToken")
    }

    private func counted(_ token: SharedProviderToken?, orElse reason: String) throws -> SharedProviderToken {
        guard let token else { throw UnusableKey(reason: reason) }
        if token.isNew { tokensCreated += 1 }
        return token
    }

    /// Creates a token in place of a shared token that was encrypted with another master key.
    ///
    /// When an operator changes the master key, all credentials are encrypted again with the new one. A worker that
    /// still has the old master key may then have stored a token that this worker can't decrypt. So this worker first
    /// decrypts the credential, which shows whether its own master key is the current one.
    /// - Throws: `UnusableKey` if this worker has the old master key, or if it is too early for Apple to accept another
    ///   token.
    private func replacement(for credential: PushKey) async throws -> SharedProviderToken {
        do {
            guard try await openKey(credential.id, of: credential.tenantID) != nil else {
                throw UnusableKey(.noKeyForApp)
            }
        } catch let error where Self.isSealed(error) {
            await credentials.forget(credential.id)
            throw UnusableKey(.unreadableKey, "\(error)")
        }
        if unreadable.insert(credential.provider).inserted {
            logger.warning(
                """
                A provider token was sealed under another master key than the current one: another is made as soon as Apple takes one. \
                A worker that still has the old master key must be started anew.
                """,
                metadata: ["tenant": "\(credential.tenantID)", "key": "\(credential.id)"])
        }
        return try counted(
            try await shareToken(for: credential.provider, replacesUnreadable: true, mint: mint(credential)),
            orElse: PushReason.unreadableKey.text("its provider token was sealed under another master key"))
    }

    /// Whether an error means that a value was encrypted with another master key or for another row.
    private static func isSealed(_ error: any Error) -> Bool { error is Envelope.Failure || error is SealedBox.Unopenable }

    private func mint(_ credential: PushKey) -> @Sendable (Date) -> String {
        { issuedAt in
            ProviderToken(
                key: credential.signingKey, teamID: credential.provider.teamID, keyID: credential.provider.keyID, issuedAt: issuedAt
            ).text
        }
    }

    /// Stops using the credential of a delivery until an operator resumes it or a new run begins.
    func stopKey(of delivery: Delivery, reason: String) async {
        await credentials.stop(Use(delivery), of: delivery, reason: reason)
    }

    /// Begins a new run.
    func reset() async {
        await credentials.reset()
        unreadable = []
    }
}
