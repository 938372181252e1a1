import DavenportAPI
import Foundation
import Secrets

/// Puts everything that is sealed under another master key: an operator's work. All of it or nothing.
public struct RotateMasterKey: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// A provider token that was sealed under neither stays as it is: workers make another when Apple takes one.
    /// - Returns: how many keys of tenants.
    /// - Throws: `Envelope.Failure` where a key was sealed under neither; nothing is changed then.
    public func callAsFunction(from old: MasterKey, to new: MasterKey) async throws -> Int {
        let tenants = try await database.transactionAcrossTenants { transaction in
            let repository = WorkerPushKeyRepository(transaction)
            let found = try await repository.lockedEnvelopes()
            for key in found.keys where key.envelope.kekID != new.id {
                let envelope = try key.envelope.rewrapped(from: old, to: new, for: key.place)
                try await repository.rewrap(envelope, of: key)
            }
            for token in found.tokens where token.envelope.kekID == old.id {
                try await repository.rewrap(token.envelope.rewrapped(from: old, to: new, for: token.key.place), of: token.key)
            }
            return found.keys.map(\.tenantID)
        }
        for tenant in Set(tenants) {
            try await database.transaction(in: tenant, .singleRoundTrip) { try await $0.audit(.masterKeyRotated, by: .operator) }
        }
        return tenants.count
    }
}
