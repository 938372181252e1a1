import DavenportAPI
import Foundation
import Secrets

/// Lets an operator set a key with which a tenant sends pushes to an app. The key is stored encrypted, and no command shows it
/// again.
public struct SetPushKey: Sendable {
    private let database: Database
    private let masterKey: MasterKey

    public init(_ useCases: UseCases, _ masterKey: MasterKey) {
        database = useCases.database
        self.masterKey = masterKey
    }

    /// Sets a key from Apple, and replaces the previous one of the same app and environment.
    /// - Throws: `invalid`, naming `team`, `keyId`, `topic` or `p8`.
    public func callAsFunction(_ tenant: Tenant, _ key: NewPushKey) async throws {
        let provider = ProviderKey(teamID: key.teamID, keyID: key.keyID, digest: try checked(key).digest, environment: key.environment)
        try await set(.apns, topic: key.topic, provider, secret: key.p8, in: tenant)
    }

    /// Sets the key for Android, and replaces the previous one.
    /// - Parameters:
    ///   - file: the text of a service account's file.
    ///   - hosts: the hosts from which service accounts may get access tokens.
    /// - Returns: the id of Google's project.
    /// - Throws: `invalid`, naming `file`.
    public func callAsFunction(_ tenant: Tenant, file: String, hosts: PushServiceHosts) async throws -> String {
        let account: ServiceAccount
        do throws(ServiceAccount.Fault) { account = try ServiceAccount(file: file) } catch {
            throw Problem.invalid("file", .malformed, "isn't usable: \(error)")
        }
        guard hosts.address(of: account.tokenURL) != nil else {
            throw Problem.invalid("file", .malformed, "isn't usable: its token_uri isn't an address of Google's")
        }
        let provider = ProviderKey(teamID: account.email, keyID: account.keyID, digest: account.digest, environment: .production)
        try await set(.fcm, topic: account.project, provider, secret: file, in: tenant)
        return account.project
    }

    private func set(_ kind: DeviceKind, topic: String, _ provider: ProviderKey, secret: String, in tenant: Tenant) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            let id = UUID.version7(at: transaction.now)
            let envelope = Envelope(sealing: Array(secret.utf8), under: masterKey, for: SealedPushKey.place(of: id, in: tenant.id))
            try await PushKeyRepository(transaction).set(
                SealedPushKey(tenantID: tenant.id, id: id, kind: kind, topic: topic, key: provider, envelope: envelope))
            let detail = kind == .apns ? provider.environment.rawValue : kind.rawValue
            try await transaction.audit(.pushKeySet, by: .operator, on: id, detail: detail)
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
