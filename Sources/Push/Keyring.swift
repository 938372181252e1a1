import Domain
import Foundation
import Logging

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

    private let openCredential: OpenPushCredential
    private let shareToken: ShareProviderToken
    private let realTime: WallClock
    private let logger: Logger
    private var credentials: [UUID: Task<PushCredential, any Error>] = [:]
    private var tokens: [ProviderKey: Task<SharedProviderToken, any Error>] = [:]
    private var stopped: [StoppedKey: String] = [:]
    /// How many provider tokens this worker has made.
    private(set) var minted = 0

    init(_ openCredential: OpenPushCredential, _ shareToken: ShareProviderToken, realTime: WallClock, logger: Logger) {
        self.openCredential = openCredential
        self.shareToken = shareToken
        self.realTime = realTime
        self.logger = logger
    }

    /// A credential, read and opened once.
    /// - Throws: `Unusable` where it is gone, stopped or can't be opened; `unavailable` where the database is away.
    func credential(of delivery: Delivery) async throws -> PushCredential {
        guard let id = delivery.credentialID else { throw Unusable(reason: "no key for the app") }
        if let reason = stopped[StoppedKey(id: id, resumedAt: delivery.credentialResumedAt)] { throw Unusable(reason: reason) }
        let task =
            credentials[id]
            ?? Task { [openCredential] in
                guard let found = try await openCredential(id, of: delivery.tenantID) else { throw Unusable(reason: "no key for the app") }
                return found
            }
        credentials[id] = task
        do {
            return try await task.value
        } catch {
            credentials[id] = nil
            if error is DomainError || error is Unusable { throw error }
            stop(delivery, reason: "\(error)")
            throw Unusable(reason: "\(error)")
        }
    }

    /// The provider token of a credential's key: the one in hand while it is young enough, else the shared one.
    /// - Parameter refused: when the token was issued that Apple called expired.
    /// - Throws: `Unusable` where that one is too young to be renewed; `unavailable` where the database is away.
    func token(for credential: PushCredential, refused: Date? = nil) async throws -> SharedProviderToken {
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
        realTime.now.timeIntervalSince(token.issuedAt) < ShareProviderToken.renewal
    }

    private func shared(for credential: PushCredential, refused: Date?) async throws -> SharedProviderToken {
        let key = credential.provider
        let token = try await shareToken(for: key, refused: refused) { issuedAt in
            ProviderToken(key: credential.signingKey, teamID: key.teamID, keyID: key.keyID, issuedAt: issuedAt).text
        }
        guard let token else { throw Unusable(reason: "ExpiredProviderToken") }
        if token.isNew { minted += 1 }
        return token
    }

    /// Sends nothing more by the credential of a delivery, until an operator retries or a new run begins, and says so once.
    func stop(_ delivery: Delivery, reason: String) {
        guard let id = delivery.credentialID,
            stopped.updateValue(reason, forKey: StoppedKey(id: id, resumedAt: delivery.credentialResumedAt)) == nil
        else { return }
        logger.error(
            "Nothing is pushed by this key for now",
            metadata: ["tenant": "\(delivery.tenantID)", "key": "\(id)", "reason": "\(reason)"])
    }

    /// Begins a new run: what was stopped is tried again, and what was set anew is read again.
    func reset() {
        stopped = [:]
        credentials = [:]
    }
}
