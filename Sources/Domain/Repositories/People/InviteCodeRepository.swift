import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Keeps the codes of invites, encrypted with the master key.
struct InviteCodeRepository: Repository {
    let transaction: TenantTransaction

    func insert(_ code: SealedInviteCode) async throws {
        let envelope = code.envelope
        try await transaction.query(
            """
            INSERT INTO invite_codes (tenant_id, id, kek_id, wrapped_key, sealed)
            VALUES (\(transaction.tenantID), \(code.inviteID), \(envelope.kekID), \(envelope.wrappedKey), \(envelope.sealed))
            """)
    }

    /// Returns the code of an invite that a user made and that can still be redeemed, with the invite's role; nil if
    /// there is no such invite, or none was kept.
    func code(of inviteID: UUID, by makerID: UUID) async throws -> (code: SealedInviteCode, role: Role)? {
        let rows = try await transaction.query(
            """
            SELECT c.tenant_id, c.id, c.kek_id, c.wrapped_key, c.sealed, i.role FROM invite_codes AS c
            JOIN invites AS i ON i.tenant_id = \(transaction.tenantID) AND i.id = c.id
            WHERE c.tenant_id = \(transaction.tenantID) AND c.id = \(inviteID) AND i.maker_id = \(makerID)
                AND \(fragment: InviteRepository.isOpen(at: transaction.now))
            """)
        return try rows.first.map { (try SealedInviteCode($0), try $0["role"]) }
    }
}

extension SealedInviteCode {
    init(_ row: Row) throws {
        self.init(tenantID: try row["tenant_id"], inviteID: try row["id"], envelope: try Envelope(row))
    }
}
