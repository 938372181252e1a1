import DavenportAPI
import Foundation
import Secrets

/// The provider token that all workers on all machines share, as old as `ProviderTokenRules` let it be.
public struct ShareProviderToken: Sendable {
    private let database: Database
    private let masterKey: MasterKey
    private let realTime: WallClock

    /// - Parameter realTime: the clock that Apple goes by, which nobody moves.
    public init(_ database: Database, _ masterKey: MasterKey, realTime: WallClock = .system) {
        self.database = database
        self.masterKey = masterKey
        self.realTime = realTime
    }

    /// - Parameters:
    ///   - refused: when the token was issued that Apple called expired; another is made then, where that one is old enough.
    ///   - replacesUnreadable: whether another is made, by the same rule, in place of one that this master key doesn't open. Only who is
    ///     sure that the key is the current one may: a worker that still has the old one would shut out all others.
    ///   - mint: signs a token issued at a moment of whole seconds.
    /// - Returns: nil where the one that was refused, or can't be opened, is too young to be renewed.
    /// - Throws: `Envelope.Failure` or `SealedBox.Unopenable` where this master key doesn't open it; `unavailable`.
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
