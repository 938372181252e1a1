import DavenportAPI
import Foundation
import Postgres

/// Reads and withdraws the invites that one user has made.
struct InviteListRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Returns a page of a user's invites, latest first, each with the users who redeemed it.
    /// - Parameter after: the position of the last invite of the previous page; nil for the first page.
    func list(of makerID: UUID, after: (createdAt: Date, id: UUID)?, limit: Int) async throws -> [Invite] {
        let order = ListOrder("created_at", "id", descending: true)
        let rows = try await transaction.query(
            """
            SELECT id, role, max_uses, expires_at, note, created_at, withdrawn_at FROM invites
            WHERE tenant_id = \(transaction.tenantID) AND maker_id = \(makerID)
            \(fragment: order.page(after: after.map { ["\($0.createdAt)", "\($0.id)"] }, limit: limit))
            """)
        let redemptions = try await redemptions(of: try rows.map { try $0["id"] }, seenBy: makerID)
        return try rows.map { row in
            let id: UUID = try row["id"]
            return Invite(
                id: id, role: try row["role"], maxUses: try row["max_uses"], expiresAt: try row["expires_at"], note: try row["note"],
                createdAt: try row["created_at"], withdrawnAt: try row["withdrawn_at"], redemptions: redemptions[id] ?? [])
        }
    }

    /// Returns who redeemed these invites, by invite, earliest first.
    private func redemptions(of inviteIDs: [UUID], seenBy makerID: UUID) async throws -> [UUID: [Invite.Redemption]] {
        let rows = try await transaction.query(
            """
            SELECT r.invite_id, r.redeemed_at, r.user_id, \(fragment: BlockRepository.viewerColumns) FROM invite_redemptions AS r
            LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = r.user_id
            \(fragment: BlockRepository(transaction).seen(by: makerID))
            WHERE r.tenant_id = \(transaction.tenantID) AND r.invite_id = ANY (\(inviteIDs)::uuid[])
            ORDER BY r.invite_id, r.redeemed_at, r.id
            """)
        return try rows.reduce(into: [:]) { redemptions, row in
            let userID: UUID? = try row["user_id"]
            let redemption = Invite.Redemption(user: try userID.map { _ in try UserStub(row) }, redeemedAt: try row["redeemed_at"])
            redemptions[try row["invite_id"], default: []].append(redemption)
        }
    }

    /// Withdraws an invite, so that its remaining uses can't be redeemed. An invite without remaining uses stays as it
    /// is.
    /// - Returns: false if the user hasn't made an invite with this id.
    func withdraw(_ inviteID: UUID, of makerID: UUID) async throws -> Bool {
        let mine: SQL = "tenant_id = \(transaction.tenantID) AND id = \(inviteID) AND maker_id = \(makerID)"
        let rows = try await transaction.pipeline([
            """
            UPDATE invites SET withdrawn_at = \(transaction.now)
            WHERE \(fragment: mine) AND withdrawn_at IS NULL AND used_count < max_uses
            """,
            "SELECT FROM invites WHERE \(fragment: mine)",
        ])
        return !rows[1].isEmpty
    }
}
