import DavenportAPI
import Foundation
import Secrets

/// Lets an operator set the key with which a tenant sends pushes to an app. The key is stored encrypted, and no command
/// shows it again.
public struct SetPushKey: Sendable {
    private let database: Database
    private let masterKey: MasterKey

    public init(_ useCases: UseCases, _ masterKey: MasterKey) {
        database = useCases.database
        self.masterKey = masterKey
    }

    /// Sets the key, and replaces the previous one of the same app and environment.
    /// - Throws: `invalid`, naming `team`, `keyId`, `topic` or `p8`.
    public func callAsFunction(_ tenant: Tenant, _ key: NewPushKey) async throws {
        let signingKey = try checked(key)
        let digest = Digest.sha256(signingKey.verifyingKey.pem.utf8)
        try await database.transaction(in: tenant.id) { transaction in
            let id = UUID.version7(at: transaction.now)
            let envelope = Envelope(
                sealing: Array(key.p8.utf8), under: masterKey, for: SealedPushKey.place(of: id, in: tenant.id))
            try await PushKeyRepository(transaction).set(id, key, digest: digest, envelope)
            try await transaction.audit(.pushKeySet, by: .operator, on: id, detail: key.environment.rawValue)
        }
    }

    private func checked(_ key: NewPushKey) throws -> SigningKey {
        let faults = key.faults
        do {
            let signingKey = try SigningKey(pem: key.p8)
            guard faults.isEmpty else { throw Problem.invalid(faults) }
            return signingKey
        } catch let error as KeyError {
            throw Problem.invalid(faults + [FieldFault(field: "p8", code: .malformed, message: "isn't usable: \(error)")])
        }
    }
}
