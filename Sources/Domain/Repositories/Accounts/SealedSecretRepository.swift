import Foundation
import Postgres
import Secrets

/// Reads and writes the secrets of one tenant that the master key encrypts, when the tenant moves (rule 15.12).
struct SealedSecretRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the tenant's data keys and provider tokens, sealed for another deployment.
    /// - Throws: `Envelope.Failure` or `SealedBox.Unopenable` if the master key can't open one of the data keys.
    func keys(_ transfer: KeyTransfer, tokens: [String: TenantKeys.Token]) async throws -> SealedTenantKeys {
        var keys = TenantKeys(tokens: tokens)
        for secret in try await all() {
            keys.dataKeys[secret.place] = Base64.url.encode(try secret.envelope.dataKey(with: transfer.masterKey, for: secret.place))
        }
        return try SealedTenantKeys(keys, of: transaction.tenantID, for: transfer.recipient)
    }

    /// Encrypts the data keys of all imported secrets with this deployment's master key. Each webhook gets a message, so
    /// that its bot looks for changes.
    /// - Parameter keys: the keys from the file.
    /// - Throws: `TenantFileFault` if a key is missing, or doesn't open the secret that its row describes.
    func take(_ keys: TenantKeys, under masterKey: MasterKey) async throws {
        let updates = try await all().map { secret -> SQL in
            guard let key = keys.dataKey(of: secret.place) else {
                throw TenantFileFault("The file lacks a key of \(secret.table.rawValue).")
            }
            let envelope = Envelope(sealed: secret.envelope.sealed, dataKey: key, under: masterKey, for: secret.place)
            guard let bytes = try? envelope.open(with: masterKey, for: secret.place), secret.fits(bytes) else {
                throw TenantFileFault(
                    "The file was changed or damaged: a secret of \(secret.table.rawValue) can't be opened or doesn't fit.")
            }
            // The table is a case of an enumeration, whose raw values are names of tables.
            return """
                UPDATE \(unsafeRaw: secret.table.rawValue) SET kek_id = \(envelope.kekID), wrapped_key = \(envelope.wrappedKey)
                WHERE tenant_id = \(transaction.tenantID) AND \(unsafeRaw: secret.table == .webhooks ? "user_id" : "id") = \(secret.id)
                """
        }
        let wake: SQL = "UPDATE webhooks SET due_at = \(transaction.now) WHERE tenant_id = \(transaction.tenantID) AND off_at IS NULL"
        _ = try await transaction.pipeline(updates + [wake])
    }

    private func all() async throws -> [SealedSecret] {
        let rows = try await transaction.query(
            """
            SELECT 'push_credentials' AS "table", id, key_digest AS public_part, kek_id, wrapped_key, sealed
            FROM push_credentials WHERE tenant_id = \(transaction.tenantID)
            UNION ALL
            SELECT 'web_push_keys', id, public_key, kek_id, wrapped_key, sealed
            FROM web_push_keys WHERE tenant_id = \(transaction.tenantID)
            UNION ALL
            SELECT 'webhooks', user_id, NULL, kek_id, wrapped_key, sealed FROM webhooks WHERE tenant_id = \(transaction.tenantID)
            UNION ALL
            SELECT 'invite_codes', c.id, i.code_digest, c.kek_id, c.wrapped_key, c.sealed
            FROM invite_codes AS c JOIN invites AS i ON i.tenant_id = \(transaction.tenantID) AND i.id = c.id
            WHERE c.tenant_id = \(transaction.tenantID)
            """)
        return try rows.compactMap { row in
            guard let table = SealedSecret.Table(rawValue: try row["table"]) else { return nil }
            let id: UUID = try row["id"]
            return SealedSecret(
                table: table, id: id, place: SealedSecret.place(table, id, of: transaction.tenantID), envelope: try Envelope(row),
                publicPart: try row["public_part"])
        }
    }
}
