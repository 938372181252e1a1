import DavenportAPI
import Foundation
import Secrets

/// Lets an operator make the key with which a tenant sends to browsers. The private half is stored encrypted, and no
/// command shows it.
public struct MakeWebPushKey: Sendable {
    private let database: Database
    private let masterKey: MasterKey

    public init(_ useCases: UseCases, _ masterKey: MasterKey) {
        database = useCases.database
        self.masterKey = masterKey
    }

    /// Returns the public key in base64url. If the tenant has no key, it is made.
    /// - Parameter replaces: whether a new key is made even if the tenant has one. The browsers that subscribed with the
    ///   old one are then deleted, and subscribe anew when the client is opened in them.
    public func callAsFunction(_ tenant: Tenant, replaces: Bool = false) async throws -> String {
        try await database.transaction(in: tenant.id) { transaction in
            let repository = WebPushKeyRepository(transaction)
            if !replaces, let key = try await repository.publicKey() { return Base64.url.encode(key) }
            let (key, pem) = SigningKey.generate()
            let (id, point) = (UUID.version7(at: transaction.now), key.verifyingKey.point)
            let envelope = Envelope(sealing: Array(pem.utf8), under: masterKey, for: SealedWebPushKey.place(of: id, in: tenant.id))
            try await repository.set(id, point, envelope)
            try await transaction.audit(.pushKeySet, by: .operator, on: id, detail: DeviceKind.web.rawValue)
            return Base64.url.encode(point)
        }
    }
}
