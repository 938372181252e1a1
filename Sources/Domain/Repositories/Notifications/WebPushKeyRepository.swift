import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Reads and writes the key with which one tenant sends to browsers.
struct WebPushKeyRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the public key, 65 bytes; nil if the tenant has none.
    func publicKey() async throws -> [UInt8]? {
        let rows = try await transaction.query("SELECT public_key FROM web_push_keys WHERE tenant_id = \(transaction.tenantID)")
        return try rows.first?["public_key"]
    }

    /// Sets the key, and replaces the previous one. Browsers that subscribed with the previous key are deleted, because no
    /// push service would take anything for them any more.
    func set(_ id: UUID, _ publicKey: [UInt8], _ envelope: Envelope) async throws {
        let tenant = transaction.tenantID
        _ = try await transaction.pipeline([
            "DELETE FROM devices WHERE tenant_id = \(tenant) AND kind = 'web'",
            """
            INSERT INTO web_push_keys (tenant_id, id, public_key, kek_id, wrapped_key, sealed, created_at)
            VALUES (\(tenant), \(id), \(publicKey), \(envelope.kekID), \(envelope.wrappedKey), \(envelope.sealed), \(transaction.now))
            ON CONFLICT (tenant_id) DO UPDATE
            SET id = excluded.id, public_key = excluded.public_key, kek_id = excluded.kek_id, wrapped_key = excluded.wrapped_key,
                sealed = excluded.sealed, created_at = excluded.created_at
            """,
        ])
    }
}

extension SealedWebPushKey {
    init(_ row: Row) throws {
        self.init(tenantID: try row["tenant_id"], id: try row["id"], envelope: try Envelope(row))
    }
}

extension WebPushSubscription {
    /// Decodes a browser's subscription; nil if the row is of another device.
    init?(_ row: Row) throws {
        guard let endpoint: String = try row["endpoint"], let p256dh: [UInt8] = try row["p256dh"], let auth: [UInt8] = try row["auth"]
        else { return nil }
        self.init(endpoint: endpoint, p256dh: p256dh, auth: auth)
    }
}
