import DavenportAPI
import Foundation
import Secrets

/// Decrypts a push key of a tenant.
public struct OpenPushKey: Sendable {
    private let database: Database
    private let masterKey: MasterKey

    /// Creates the use case.
    /// - Parameters:
    ///   - database: a database connected as the worker's role.
    ///   - masterKey: the key with which push keys are encrypted.
    public init(_ database: Database, _ masterKey: MasterKey) {
        self.database = database
        self.masterKey = masterKey
    }

    /// Returns the decrypted key.
    /// - Returns: nil if the key was removed, replaced or stopped since its id was read.
    /// - Throws: `Envelope.Failure` or `SealedBox.Unopenable` if this master key can't decrypt it; `unavailable` if the
    ///   database can't be reached.
    public func callAsFunction<Secret>(_ id: UUID, of tenantID: UUID) async throws -> PushKey<Secret>? {
        let sealed = try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await WorkerPushKeyRepository($0).key(id, of: tenantID)
        }
        return try sealed.map {
            let secret = String(decoding: try $0.envelope.open(with: masterKey, for: $0.place), as: UTF8.self)
            return PushKey(tenantID: tenantID, id: id, topic: $0.topic, provider: $0.key, secret: try Secret(secret: secret))
        }
    }
}
