import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets

/// Gets provider tokens for push keys. For Apple, the worker makes a token and signs it with the key. Google issues one for a request
/// that the key signs.
protocol TokenIssuer: Sendable {
    associatedtype Secret: PushSecret

    /// Returns a new token for a push key.
    /// - Parameter issuedAt: the current time by the machine's clock, in whole seconds.
    /// - Throws: `TokenRefusal` if there is none now.
    func token(for key: PushKey<Secret>, issuedAt: Date) async throws -> String
}

/// The error that there is no token for a push key now.
struct TokenRefusal: Error {
    let reason: String
    /// Whether a retry is useless until an operator has corrected something.
    let isFinal: Bool
}

/// A worker's cache of tenants' push keys (credentials), and of the provider tokens that are made with them.
actor CredentialCache<Issuer: TokenIssuer> {
    typealias Credential = PushKey<Issuer.Secret>

    /// The use of a credential. If an operator resumes a stopped credential, its time `resumedAt` changes, so it no longer
    /// counts as stopped.
    private struct Use: Hashable, CustomStringConvertible {
        let id: UUID?
        let resumedAt: Date?

        init(_ delivery: Delivery) { (id, resumedAt) = (delivery.pushKeyID, delivery.pushKeyResumedAt) }

        var description: String { "app" }
    }

    /// The time for which no token is asked for after one was refused. Without this pause, each push that waits for the token would
    /// ask again.
    private static var pause: Duration { .seconds(30) }

    private let issuer: Issuer
    private let openKey: OpenPushKey
    private let shareToken: ShareProviderToken
    private let realTime: WallClock
    private let logger: Logger
    private let credentials: KeyCache<Credential, Use>
    private var tokens: [ProviderKey: Task<SharedProviderToken, any Error>] = [:]
    private var refusals: [ProviderKey: (refusal: TokenRefusal, at: ContinuousClock.Instant)] = [:]
    /// The credentials for which the worker has warned that the shared provider token can't be decrypted.
    private var unreadable: Set<ProviderKey> = []
    /// The number of provider tokens that this worker has created.
    private(set) var tokensCreated = 0

    init(_ issuer: Issuer, _ openKey: OpenPushKey, _ shareToken: ShareProviderToken, realTime: WallClock, logger: Logger) {
        self.issuer = issuer
        self.openKey = openKey
        self.shareToken = shareToken
        self.realTime = realTime
        self.logger = logger
        credentials = KeyCache(absent: .noKeyForApp, logger: logger) { try await openKey($0, of: $1) }
    }

    /// Returns the credential with which a delivery is sent.
    /// - Throws: as `KeyCache.key(of:for:)`.
    func credential(of delivery: Delivery) async throws -> Credential {
        try await credentials.key(of: delivery, for: Use(delivery))
    }

    /// Returns the provider token for the credential of a delivery: the cached token if it is young enough, otherwise the one that all
    /// workers share in the database.
    /// - Parameter refused: the time of issue of a token that the push service called expired, which must not be returned
    ///   again; nil if there is none. If there can be no other, the credential is stopped.
    /// - Throws: `UnusableKey` if the refused token is too young to be renewed, if the shared token can't be decrypted
    ///   or replaced, or if the issuer refuses a token; `unavailable` if the database can't be reached.
    func token(for credential: Credential, of delivery: Delivery, refused: Date? = nil) async throws -> SharedProviderToken {
        let key = credential.provider
        // Check twice, because another task may have begun a renewal while this one waited for the previous one.
        for _ in 0..<2 {
            if let token = try? await tokens[key]?.value, token.issuedAt != refused, isYoung(token) { return token }
        }
        if let last = refusals[key], last.at + Self.pause > .now { throw UnusableKey(reason: last.refusal.reason) }
        let task = Task { try await shared(for: credential, refused: refused) }
        tokens[key] = task
        do { return try await task.value } catch let error as UnusableKey {
            if refusals[key]?.refusal.isFinal ?? (refused != nil) { await stopKey(of: delivery, reason: error.reason) }
            throw error
        }
    }

    private func isYoung(_ token: SharedProviderToken) -> Bool {
        realTime.now.timeIntervalSince(token.issuedAt) < ProviderTokenRules.renewal
    }

    private func shared(for credential: Credential, refused: Date?) async throws -> SharedProviderToken {
        refusals[credential.provider] = nil
        do {
            do {
                let token = try await shareToken(for: credential.provider, refused: refused, mint: mint(credential))
                return try counted(token, orElse: "ExpiredProviderToken")
            } catch let error where Self.isSealed(error) {
                return try await replacement(for: credential)
            }
        } catch let refusal as TokenRefusal {
            refusals[credential.provider] = (refusal, .now)
            throw UnusableKey(reason: refusal.reason)
        }
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
    private func replacement(for credential: Credential) async throws -> SharedProviderToken {
        do {
            let found: Credential? = try await openKey(credential.id, of: credential.tenantID)
            if found == nil { throw UnusableKey(.noKeyForApp) }
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

    private func mint(_ credential: Credential) -> @Sendable (Date) async throws -> String {
        { [issuer] in try await issuer.token(for: credential, issuedAt: $0) }
    }

    /// Stops using the credential of a delivery until an operator resumes it or a new run begins.
    func stopKey(of delivery: Delivery, reason: String) async {
        await credentials.stop(Use(delivery), of: delivery, reason: reason)
    }

    /// Begins a new run.
    func reset() async {
        await credentials.reset()
        unreadable = []
        refusals = [:]
    }
}
