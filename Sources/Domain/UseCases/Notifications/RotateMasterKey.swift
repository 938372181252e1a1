import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Lets an operator encrypt all push keys, provider tokens, secrets of webhooks and codes of invites with another master
    /// key, in one transaction.
    ///
    /// Re-encrypts the keys and tokens. A provider token that neither master key can decrypt stays as it is; workers
    /// renew it as soon as Apple accepts a new one.
    /// - Returns: the number of push keys.
    /// - Throws: `Envelope.Failure` if neither master key can decrypt a push key. In that case nothing is changed.
    public func rotateMasterKey(from old: MasterKey, to new: MasterKey) async throws -> Int {
        let tenants = try await database.transactionAcrossTenants { transaction in
            let repository = WorkerPushKeyRepository(transaction)
            let found = try await repository.lockedEnvelopes()
            for key in found.keys where key.envelope.kekID != new.id {
                let envelope = try key.envelope.rewrapped(from: old, to: new, for: key.place)
                try await repository.rewrap(envelope, of: key)
            }
            for key in found.webKeys where key.envelope.kekID != new.id {
                try await repository.rewrap(key.envelope.rewrapped(from: old, to: new, for: key.place), of: key)
            }
            for token in found.tokens where token.envelope.kekID == old.id {
                try await repository.rewrap(token.envelope.rewrapped(from: old, to: new, for: token.key.place), of: token.key)
            }
            for webhook in found.webhooks where webhook.envelope.kekID == old.id {
                try await repository.rewrap(webhook.envelope.rewrapped(from: old, to: new, for: webhook.place), of: webhook)
            }
            for code in found.inviteCodes where code.envelope.kekID == old.id {
                try await repository.rewrap(code.envelope.rewrapped(from: old, to: new, for: code.place), of: code)
            }
            return found.keys.map(\.tenantID) + found.webKeys.map(\.tenantID)
        }
        for tenant in Set(tenants) {
            try await database.transaction(in: tenant, .singleRoundTrip) { try await $0.audit(.masterKeyRotated, by: .operator) }
        }
        return tenants.count
    }
}
