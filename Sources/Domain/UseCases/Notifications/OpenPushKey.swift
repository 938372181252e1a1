import DavenportAPI
import Foundation
import Secrets

/// Opens a tenant's key.
public struct OpenPushKey: Sendable {
    private let database: Database
    private let masterKey: MasterKey

    /// - Parameters:
    ///   - database: as the worker's role.
    ///   - masterKey: opens what is sealed under it.
    public init(_ database: Database, _ masterKey: MasterKey) {
        self.database = database
        self.masterKey = masterKey
    }

    /// - Returns: nil where it was removed, set anew or stopped meanwhile.
    /// - Throws: `Envelope.Failure` or `SealedBox.Unopenable` where this master key doesn't open it; `unavailable`.
    public func callAsFunction(_ id: UUID, of tenantID: UUID) async throws -> PushKey? {
        let sealed = try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await WorkerPushKeyRepository($0).key(id, of: tenantID)
        }
        return try sealed.map {
            let pem = String(decoding: try $0.envelope.open(with: masterKey, for: $0.place), as: UTF8.self)
            return PushKey(tenantID: tenantID, id: id, topic: $0.topic, provider: $0.key, signingKey: try SigningKey(pem: pem))
        }
    }
}
