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
    ///   - mint: signs a token that is issued at the given moment, in whole seconds.
    /// - Returns: nil if the token can't be used and is too young to be renewed.
    /// - Throws: `Envelope.Failure` or `SealedBox.Unopenable` if this master key can't decrypt the token; `unavailable`
    ///   if the database can't be reached.
    public func callAsFunction(
        for key: ProviderKey, refused: Date? = nil, replacesUnreadable: Bool = false, mint: @Sendable (Date) throws -> String
    ) async throws -> SharedProviderToken? {
        let now = Date(timeIntervalSince1970: realTime.now.timeIntervalSince1970.rounded(.down))
        return try await database.transactionAcrossTenants { transaction in
            let repository = WorkerPushKeyRepository(transaction)
            if let stored = try await repository.lockedToken(key) {
                let age = now.timeIntervalSince(stored.issuedAt)
                if age < ProviderTokenRules.renewal, stored.issuedAt != refused {
                    do {
                        let jwt = String(decoding: try stored.envelope.open(with: masterKey, for: key.place), as: UTF8.self)
                        return SharedProviderToken(jwt: jwt, issuedAt: stored.issuedAt, isNew: false)
                    } catch  where replacesUnreadable {}
                }
                guard age >= ProviderTokenRules.youngest else { return nil }
            }
            let jwt = try mint(now)
            try await repository.store(Envelope(sealing: Array(jwt.utf8), under: masterKey, for: key.place), issuedAt: now, for: key)
            return SharedProviderToken(jwt: jwt, issuedAt: now, isNew: true)
        }
    }
}
