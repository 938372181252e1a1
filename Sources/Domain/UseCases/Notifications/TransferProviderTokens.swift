import Foundation
import Secrets

/// Takes the provider tokens of a tenant's push keys to another deployment (rule 15.12).
struct TransferProviderTokens: Sendable {
    let database: Database

    /// Returns the tokens of the tenant's keys, by what they belong to. A token that the master key can't open is left
    /// out, because workers make another one.
    func tokens(of tenantID: UUID, with masterKey: MasterKey) async throws -> [String: TenantKeys.Token] {
        let found = try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await WorkerPushKeyRepository($0).tokens(of: tenantID)
        }
        var tokens: [String: TenantKeys.Token] = [:]
        for (key, issuedAt, envelope) in found {
            guard let jwt = try? envelope.open(with: masterKey, for: key.place) else { continue }
            tokens[key.place] = TenantKeys.Token(jwt: String(decoding: jwt, as: UTF8.self), issuedAt: issuedAt)
        }
        return tokens
    }

    /// Stores the tokens of an imported tenant's keys, unless this deployment has a later one.
    func take(_ tokens: [String: TenantKeys.Token], of tenantID: UUID, under masterKey: MasterKey) async throws {
        try await database.transactionAcrossTenants { transaction in
            let repository = WorkerPushKeyRepository(transaction)
            for key in try await repository.providerKeys(of: tenantID) {
                guard let token = tokens[key.place], token.issuedAt <= WallClock.system.now else { continue }
                if let stored = try await repository.lockedToken(key), stored.issuedAt >= token.issuedAt { continue }
                let envelope = Envelope(sealing: Array(token.jwt.utf8), under: masterKey, for: key.place)
                try await repository.store(envelope, issuedAt: token.issuedAt, for: key)
            }
        }
    }
}
