import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Reads, inserts and redeems the invites of a tenant.
struct InviteRepository: Repository {
    let transaction: TenantTransaction

    /// Inserts a new invite.
    /// - Parameters:
    ///   - makerID: the user who makes the invite; nil if an operator does.
    ///   - roomIDs: the rooms into which it leads.
    /// - Throws: `notForBots` if the maker is a bot; `unauthenticated` if the maker's account was deleted during the request.
    func insert(_ invite: Invite, code: InviteCode, makerID: UUID?, roomIDs: [UUID] = []) async throws {
        do {
            let made = try await transaction.query(
                """
                INSERT INTO invites (tenant_id, id, maker_id, code_digest, role, max_uses, expires_at, note, created_at, room_ids)
                SELECT \(transaction.tenantID), \(invite.id)::uuid, \(makerID), \(code.digest)::bytea, \(invite.role)::text,
                    \(invite.maxUses)::integer, \(invite.expiresAt)::timestamptz, \(invite.note)::text, \(invite.createdAt)::timestamptz,
                    \(roomIDs)::uuid[]
                WHERE NOT EXISTS (SELECT FROM users AS u WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(makerID) AND u.bot)
                """)
            guard made.affected == 1 else { throw Problem(.notForBots) }
        } catch let error as PostgresError where error.constraint == "invites_tenant_id_maker_id_fkey" {
            throw Problem(.unauthenticated)
        }
    }

    /// Returns the invite that has this code, if it can be redeemed: it has uses left, has neither expired nor been
    /// withdrawn, and its maker is neither suspended nor a bot. Returns nil otherwise.
    func find(_ code: InviteCode) async throws -> RedeemableInvite? {
        try await redeemable(
            """
            SELECT \(fragment: Self.columns) FROM invites AS i \(fragment: makers)
            WHERE \(fragment: holds(code)) AND \(fragment: mayInvite)
            """)
    }

    /// Redeems an invite once, and returns it; nil if it can't be redeemed.
    ///
    /// The invite's row stays locked until the transaction ends. A concurrent request waits for the lock and then
    /// counts the remaining uses again, so no invite is redeemed too often.
    func redeem(_ code: InviteCode) async throws -> RedeemableInvite? {
        try await redeemable(
            """
            WITH redeemed AS (
                UPDATE invites AS i SET used_count = used_count + 1 WHERE \(fragment: holds(code))
                RETURNING i.id, i.role, i.expires_at, i.maker_id, i.room_ids)
            SELECT \(fragment: Self.columns) FROM redeemed AS i \(fragment: makers)
            WHERE \(fragment: mayInvite)
            """)
    }

    /// Stores that a user has redeemed an invite.
    func insertRedemption(of inviteID: UUID, by userID: UUID, id: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO invite_redemptions (tenant_id, id, invite_id, user_id, redeemed_at)
            VALUES (\(transaction.tenantID), \(id), \(inviteID), \(userID), \(transaction.now))
            """)
    }

    /// Withdraws all open invites of a user.
    func withdrawAll(of makerID: UUID) async throws {
        try await transaction.query(
            """
            UPDATE invites SET withdrawn_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND maker_id = \(makerID) AND withdrawn_at IS NULL AND used_count < max_uses
            """)
    }

    /// Whether the maker, if there is one, may let people in. A bot of an older version may have made invites.
    private var mayInvite: SQL { "u.suspended_at IS NULL AND NOT coalesce(u.bot, false)" }

    private var makers: SQL { "LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = i.maker_id" }

    private func holds(_ code: InviteCode) -> SQL {
        """
        i.tenant_id = \(transaction.tenantID) AND i.code_digest = \(code.digest) AND \(fragment: Self.isOpen(at: transaction.now))
        """
    }

    /// Returns the condition that an invite of `invites AS i` has uses left, and has neither expired nor been withdrawn.
    static func isOpen(at now: Date) -> SQL {
        "i.withdrawn_at IS NULL AND i.expires_at > \(now) AND i.used_count < i.max_uses"
    }

    private func redeemable(_ sql: SQL) async throws -> RedeemableInvite? {
        try await transaction.query(sql).first.map { row in
            let makerID: UUID? = try row["maker_id"]
            return RedeemableInvite(
                id: try row["id"], role: try row["role"], expiresAt: try row["expires_at"],
                maker: try makerID.map { _ in try UserStub(row, Self.makerNames) }, makerRole: try row["maker_role"],
                roomIDs: try row["room_ids"])
        }
    }

    private static let makerNames = UserStub.ColumnNames(
        id: "maker_id", username: "maker_username", identityColor: "maker_identity_color", avatarVersion: "maker_avatar_version",
        bot: "maker_bot")

    private static let columns: SQL = """
        i.id, i.role, i.expires_at, i.maker_id, i.room_ids, u.username AS maker_username, u.identity_color AS maker_identity_color,
        u.avatar_version AS maker_avatar_version, u.bot AS maker_bot, u.role AS maker_role
        """
}
