import DavenportAPI
import Foundation
import Postgres
import WebAuthn

/// Reads and writes the passkeys of a tenant's users.
struct PasskeyRepository: Repository {
    let transaction: TenantTransaction

    /// A passkey with what verifying its signatures needs.
    struct Stored: Sendable {
        let id: UUID
        let userID: UUID
        let credentialID: [UInt8]
        let publicKey: [UInt8]
        /// The host where the passkey works.
        let rpID: String
        let signCount: UInt32
        let isUserVerified: Bool
        let isBackupEligible: Bool
    }

    /// Returns the passkey that a device knows by this id; nil if there is none.
    func find(_ credentialID: [UInt8]) async throws -> Stored? {
        try await stored(where: "credential_id = \(credentialID)").first
    }

    /// Returns a user's passkeys, oldest first.
    func stored(of userID: UUID) async throws -> [Stored] {
        try await stored(where: "user_id = \(userID)")
    }

    private func stored(where condition: SQL) async throws -> [Stored] {
        let rows = try await transaction.query(
            """
            SELECT id, user_id, credential_id, public_key, rp_id, sign_count, is_user_verified, is_backup_eligible FROM passkeys
            WHERE tenant_id = \(transaction.tenantID) AND \(fragment: condition) ORDER BY created_at, id
            """)
        return try rows.map { row in
            let count: Int = try row["sign_count"]
            return Stored(
                id: try row["id"], userID: try row["user_id"], credentialID: try row["credential_id"], publicKey: try row["public_key"],
                rpID: try row["rp_id"], signCount: UInt32(truncatingIfNeeded: count), isUserVerified: try row["is_user_verified"],
                isBackupEligible: try row["is_backup_eligible"])
        }
    }

    /// Returns a user's passkeys as the user sees them, oldest first.
    func list(of userID: UUID) async throws -> [Passkey] {
        try await transaction.query(
            """
            SELECT id, name, created_at, last_used_at, is_backed_up FROM passkeys
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) ORDER BY created_at, id
            """
        ).map { try Passkey($0) }
    }

    /// Inserts a passkey.
    /// - Returns: nil if a passkey has its id already.
    func insert(_ registered: RegisteredPasskey, of userID: UUID, at host: PasskeyHost) async throws -> Passkey? {
        let name = AuthenticatorNames.name(aaguid: registered.aaguid) ?? PasskeyRules.unknownName
        return try await transaction.query(
            """
            INSERT INTO passkeys (tenant_id, id, user_id, credential_id, public_key, rp_id, name, sign_count, is_user_verified,
                is_backup_eligible, is_backed_up, created_at)
            VALUES (\(transaction.tenantID), \(UUID.version7(at: transaction.now)), \(userID), \(registered.id), \(registered.publicKey),
                \(host.name), \(name), \(Int(registered.signCount)), \(registered.isUserVerified), \(registered.isBackupEligible),
                \(registered.isBackedUp), \(transaction.now))
            ON CONFLICT (tenant_id, credential_id) DO NOTHING
            RETURNING id, name, created_at, last_used_at, is_backed_up
            """
        ).first.map { try Passkey($0) }
    }

    /// Records that a passkey has signed now.
    /// - Returns: false if the user has removed it meanwhile, or a concurrent request has signed with the same count or a higher one.
    func touch(_ passkey: Stored, _ asserted: AssertedPasskey) async throws -> Bool {
        let count = Int(asserted.signCount)
        return try await transaction.query(
            """
            UPDATE passkeys SET sign_count = \(count), is_backed_up = \(asserted.isBackedUp), last_used_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(passkey.id) AND (sign_count < \(count) OR sign_count = 0 AND \(count)::bigint = 0)
            """
        ).affected > 0
    }

    /// Deletes a passkey.
    /// - Returns: false if there is none by now.
    func delete(_ id: UUID) async throws -> Bool {
        try await transaction.query("DELETE FROM passkeys WHERE tenant_id = \(transaction.tenantID) AND id = \(id)").affected > 0
    }

    /// Deletes the passkeys that a user added from a time on.
    /// - Returns: their ids.
    func delete(of userID: UUID, addedSince time: Date) async throws -> [UUID] {
        try await transaction.query(
            """
            DELETE FROM passkeys WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND created_at >= \(time)
            RETURNING id
            """
        ).map { try $0["id"] }
    }

    /// Notifies a user that their passkey was ended.
    func notifyOfEnd(_ userID: UUID) async throws {
        transaction.touch([userID])
        transaction.wakeWorkers()
        try await transaction.query(
            """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, created_at, due_at, expires_at)
            VALUES (\(transaction.tenantID), gen_random_uuid(), \(NotificationKind.accountPasskeyEnded), \(userID), \(transaction.now),
                \(transaction.now), \(transaction.now + NotificationRules.lifetime))
            """)
    }
}

extension Passkey {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"], name: try row["name"], createdAt: try row["created_at"], lastUsedAt: try row["last_used_at"],
            isBackedUp: try row["is_backed_up"])
    }
}
