import DavenportAPI
import Domain
import Foundation
import Logging
import Secrets

/// The credentials and provider tokens that a worker has in its hands.
actor Keyring {
    /// A credential as it was resumed last: an operator's retry makes it another.
    private struct StoppedKey: Hashable {
        let id: UUID
        let resumedAt: Date?
    }

    /// Why nothing can be sent by a credential now.
    struct Unusable: Error, Equatable {
        let reason: String
    }

    private let openKey: OpenPushKey
    private let shareToken: ShareProviderToken
    private let realTime: WallClock
    private let logger: Logger
    private var credentials: [UUID: Task<PushKey, any Error>] = [:]
    private var tokens: [ProviderKey: Task<SharedProviderToken, any Error>] = [:]
    private var stopped: [StoppedKey: String] = [:]
    /// The keys whose shared token can't be opened, which was said.
    private var unreadable: Set<ProviderKey> = []
    /// How many provider tokens this worker has made.
    private(set) var minted = 0

    init(_ openKey: OpenPushKey, _ shareToken: ShareProviderToken, realTime: WallClock, logger: Logger) {
        self.openKey = openKey
        self.shareToken = shareToken
        self.realTime = realTime
        self.logger = logger
    }

    /// A credential, read and opened once.
    /// - Throws: `Unusable` where it is gone, stopped or can't be opened; `unavailable` where the database is away.
    func credential(of delivery: Delivery) async throws -> PushKey {
        guard let id = delivery.pushKeyID else { throw Unusable(reason: "no key for the app") }
        if let reason = stopped[StoppedKey(id: id, resumedAt: delivery.pushKeyResumedAt)] { throw Unusable(reason: reason) }
        let task =
            credentials[id]
            ?? Task { [openKey] in
                guard let found = try await openKey(id, of: delivery.tenantID) else { throw Unusable(reason: "no key for the app") }
                return found
            }
        credentials[id] = task
        do {
            return try await task.value
        } catch {
            credentials[id] = nil
            if error is Problem || error is Unusable { throw error }
            stop(delivery, reason: "\(error)")
            throw Unusable(reason: "\(error)")
        }
    }

    /// The provider token of a credential's key: the one in hand while it is young enough, else the shared one.
    /// - Parameter refused: when the token was issued that Apple called expired.
    /// - Throws: `Unusable` where that one is too young to be renewed, or the shared one can't be opened and is; `unavailable` where the
    ///   database is away.
    func token(for credential: PushKey, refused: Date? = nil) async throws -> SharedProviderToken {
        let key = credential.provider
        // Looked at twice: others may have begun to renew it while this one waited for the one before.
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
        guard let token else { throw Unusable(reason: reason) }
        if token.isNew { minted += 1 }
        return token
    }

    /// A new token in place of one that was sealed under another master key, as a worker does that still has the one before the last
    /// rotation. Whether that is this worker shows in the credential, which the rotation has sealed anew.
    /// - Throws: `Unusable` where it is, or where Apple would take a new one for a renewal too early.
    private func replacement(for credential: PushKey) async throws -> SharedProviderToken {
        do {
            guard try await openKey(credential.id, of: credential.tenantID) != nil else {
                throw Unusable(reason: "no key for the app")
            }
        } catch let error where Self.isSealed(error) {
            credentials[credential.id] = nil
            throw Unusable(reason: "\(error)")
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
            orElse: "its provider token was sealed under another master key")
    }

    /// Whether something was sealed under another master key, or for another place.
    private static func isSealed(_ error: any Error) -> Bool { error is Envelope.Failure || error is SealedBox.Unopenable }

    private func mint(_ credential: PushKey) -> @Sendable (Date) -> String {
        { issuedAt in
            ProviderToken(
                key: credential.signingKey, teamID: credential.provider.teamID, keyID: credential.provider.keyID, issuedAt: issuedAt
            ).text
        }
    }

    /// Sends nothing more by the credential of a delivery, until an operator retries or a new run begins, and says so once.
    func stop(_ delivery: Delivery, reason: String) {
        guard let id = delivery.pushKeyID,
            stopped.updateValue(reason, forKey: StoppedKey(id: id, resumedAt: delivery.pushKeyResumedAt)) == nil
        else { return }
        logger.error(
            "Nothing is pushed by this key for now",
            metadata: ["tenant": "\(delivery.tenantID)", "key": "\(id)", "reason": "\(reason)"])
    }

    /// Begins a new run: what was stopped is tried again, and what was set anew is read again.
    func reset() {
        stopped = [:]
        credentials = [:]
        unreadable = []
    }
}
