import DavenportAPI
import Foundation
import Secrets

/// Returns and renews the provider token of a key, which all workers on all machines share. `ProviderTokenRules` limits
/// its age.
public struct ShareProviderToken: Sendable {
    private let database: Database
    private let masterKey: MasterKey
    private let realTime: WallClock

    /// Creates the use case.
    /// - Parameter realTime: the clock by which Apple judges the age of tokens. Unlike the clock of the rules, it is
    ///   always the real one.
    public init(_ database: Database, _ masterKey: MasterKey, realTime: WallClock = .system) {
        self.database = database
        self.masterKey = masterKey
        self.realTime = realTime
    }

    /// Returns the shared token. It is renewed if it is too old.
    /// - Parameters:
    ///   - refused: the time at which a token was issued that Apple has called expired; nil if Apple has called none
    ///     expired. If the shared token is this one, it is renewed, provided that it is old enough.
    ///   - replacesUnreadable: whether a token that this master key can't decrypt is renewed if it is old enough. Use
    ///     true only if the master key is certainly the current one: a worker with an old master key would make the
    ///     token unreadable for all other workers.
    ///   - mint: makes a token that is issued at the given moment, in whole seconds. No transaction is open meanwhile. If
    ///     another worker has stored a token by its end, the new one is dropped.
    /// - Returns: nil if the token can't be used and is too young to be renewed.
    /// - Throws: `Envelope.Failure` or `SealedBox.Unopenable` if this master key can't decrypt the token; `unavailable`
    ///   if the database can't be reached; the errors of `mint`.
    public func callAsFunction(
        for key: ProviderKey, refused: Date? = nil, replacesUnreadable: Bool = false, mint: @Sendable (Date) async throws -> String
    ) async throws -> SharedProviderToken? {
        let now = Date(timeIntervalSince1970: realTime.now.timeIntervalSince1970.rounded(.down))
        let search = Search(key: key, refused: refused, replacesUnreadable: replacesUnreadable, now: now)
        switch try await find(search, orStore: nil) {
        case .found(let token): return token
        case .tooYoung: return nil
        case .missing:
            let new = SharedProviderToken(jwt: try await mint(now), issuedAt: now, isNew: true)
            if case .found(let token) = try await find(search, orStore: new) { return token }
            return nil
        }
    }

    private struct Search {
        let key: ProviderKey
        let refused: Date?
        let replacesUnreadable: Bool
        let now: Date
    }

    private enum Finding {
        case found(SharedProviderToken)
        /// The stored token can't be used, and is too young to be renewed.
        case tooYoung
        /// No token is stored, or one that is old enough to be renewed.
        case missing
    }

    /// Returns the stored token if it can be used.
    /// - Parameter new: the token that is stored and returned if none can be used and it isn't too early for another; nil to
    ///   store none.
    private func find(_ search: Search, orStore new: SharedProviderToken?) async throws -> Finding {
        try await database.transactionAcrossTenants { transaction in
            let (repository, key) = (WorkerPushKeyRepository(transaction), search.key)
            if let stored = try await repository.lockedToken(key) {
                let age = search.now.timeIntervalSince(stored.issuedAt)
                if age < ProviderTokenRules.renewal, stored.issuedAt != search.refused {
                    do {
                        let jwt = String(decoding: try stored.envelope.open(with: masterKey, for: key.place), as: UTF8.self)
                        return .found(SharedProviderToken(jwt: jwt, issuedAt: stored.issuedAt, isNew: false))
                    } catch  where search.replacesUnreadable {}
                }
                guard age >= ProviderTokenRules.youngest else { return .tooYoung }
            }
            guard let new else { return .missing }
            let envelope = Envelope(sealing: Array(new.jwt.utf8), under: masterKey, for: key.place)
            try await repository.store(envelope, issuedAt: new.issuedAt, for: key)
            return .found(new)
        }
    }
}
