import DavenportAPI
import Foundation
import Secrets

/// Decrypts the keys with which tenants send pushes to apps and to browsers.
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

    /// Returns a decrypted key for an app.
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

    /// Returns a decrypted key for browsers.
    /// - Returns: nil if the key was replaced since its id was read.
    /// - Throws: as for a key for an app.
    public func forBrowsers(_ id: UUID, of tenantID: UUID) async throws -> SigningKey? {
        let sealed = try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await WorkerPushKeyRepository($0).webKey(id, of: tenantID)
        }
        return try sealed.map {
            try SigningKey(pem: String(decoding: try $0.envelope.open(with: masterKey, for: $0.place), as: UTF8.self))
        }
    }
}
