import DavenportAPI
import Foundation
import Postgres

/// Whose invites a user lists or withdraws.
enum InviteScope: Sendable {
    /// The invites that the user made.
    case own
    /// All invites of the tenant, those that operators made too. It is for admins and owners.
    case everybody
}

/// Reads and withdraws invites.
struct InviteListRepository: Sendable {
    let transaction: TenantTransaction
    /// The rooms into which invites can lead; nil if the tenant has none.
    private let invitedRooms: InvitedRooms?
    /// The id of the master key, with which kept codes can be read; nil if there is none.
    private let kekID: String?

    init(_ transaction: TenantTransaction, _ invitedRooms: InvitedRooms? = nil, kekID: String? = nil) {
        (self.transaction, self.invitedRooms, self.kekID) = (transaction, invitedRooms, kekID)
    }

    /// Returns a page of invites, latest first, each with the users who redeemed it. In the list of everybody's invites
    /// they have their makers, and the notes that the viewer made. Rooms are those that the viewer is in.
    /// - Parameter after: the position of the last invite of the previous page; nil for the first page.
    func list(_ scope: InviteScope, for viewerID: UUID, after: (createdAt: Date, id: UUID)?, limit: Int) async throws -> [Invite] {
        let order = ListOrder("i.created_at", "i.id", descending: true)
        let rows = try await transaction.query(
            """
            SELECT i.id AS invite_id, i.role, i.max_uses, i.expires_at, i.created_at, i.withdrawn_at,
                CASE WHEN i.maker_id = \(viewerID) THEN i.note END AS note, i.room_ids,
                i.maker_id IS NOT DISTINCT FROM \(viewerID) AND \(fragment: isCodeKept) AS is_code_kept, \(fragment: UserStub.columns)
            FROM invites AS i LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = i.maker_id
            WHERE i.tenant_id = \(transaction.tenantID) \(fragment: scope.condition(for: viewerID))
            \(fragment: order.page(after: after.map { ["\($0.createdAt)", "\($0.id)"] }, limit: limit))
            """)
        let redemptions = try await redemptions(of: try rows.map { try $0["invite_id"] }, seenBy: viewerID)
        let rooms = try await rooms(in: rows, of: viewerID)
        return try rows.map { row in
            let (id, makerID): (UUID, UUID?) = (try row["invite_id"], try row["id"])
            let roomIDs: [UUID] = try row["room_ids"]
            return Invite(
                id: id, role: try row["role"], maxUses: try row["max_uses"], expiresAt: try row["expires_at"], note: try row["note"],
                createdAt: try row["created_at"], withdrawnAt: try row["withdrawn_at"], redemptions: redemptions[id] ?? [],
                maker: scope == .own ? nil : try makerID.map { _ in try UserStub(row) },
                rooms: roomIDs.compactMap { rooms[$0] }, codeKept: try row["is_code_kept"])
        }
    }

    private var isCodeKept: SQL {
        """
        EXISTS (
            SELECT FROM invite_codes AS c WHERE c.tenant_id = \(transaction.tenantID) AND c.id = i.id AND c.kek_id = \(kekID)::text)
        """
    }

    /// Returns the rooms that rows of invites name and that the viewer is in, by id.
    private func rooms(in rows: Rows, of viewerID: UUID) async throws -> [UUID: InvitedRoom] {
        let ids = try rows.flatMap { row -> [UUID] in try row["room_ids"] }
        let found = try await InvitedRoomRepository(transaction, invitedRooms).rooms(Array(Set(ids)), of: viewerID)
        return found.reduce(into: [:]) { $0[$1.room.id] = $1.room }
    }

    /// Returns who redeemed these invites, by invite, earliest first.
    private func redemptions(of inviteIDs: [UUID], seenBy viewerID: UUID) async throws -> [UUID: [Invite.Redemption]] {
        let rows = try await transaction.query(
            """
            SELECT r.invite_id, r.redeemed_at, r.user_id, \(fragment: BlockRepository.viewerColumns) FROM invite_redemptions AS r
            LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = r.user_id
            \(fragment: BlockRepository(transaction).seen(by: viewerID))
            WHERE r.tenant_id = \(transaction.tenantID) AND r.invite_id = ANY (\(inviteIDs)::uuid[])
            ORDER BY r.invite_id, r.redeemed_at, r.id
            """)
        return try rows.reduce(into: [:]) { redemptions, row in
            let userID: UUID? = try row["user_id"]
            let redemption = Invite.Redemption(user: try userID.map { _ in try UserStub(row) }, redeemedAt: try row["redeemed_at"])
            redemptions[try row["invite_id"], default: []].append(redemption)
        }
    }

    /// The withdrawal of an invite.
    struct Withdrawal: Sendable {
        /// The user who made the invite; nil if an operator did.
        let makerID: UUID?
        /// Whether the invite had remaining uses, and wasn't withdrawn before.
        let isNew: Bool
    }

    /// Withdraws an invite, so that its remaining uses can't be redeemed. An invite without remaining uses stays as it
    /// is.
    /// - Returns: nil if the scope has no invite with this id.
    func withdraw(_ inviteID: UUID, _ scope: InviteScope, for userID: UUID) async throws -> Withdrawal? {
        let wanted: SQL = "i.tenant_id = \(transaction.tenantID) AND i.id = \(inviteID) \(fragment: scope.condition(for: userID))"
        let rows = try await transaction.pipeline([
            """
            UPDATE invites AS i SET withdrawn_at = \(transaction.now)
            WHERE \(fragment: wanted) AND i.withdrawn_at IS NULL AND i.used_count < i.max_uses
            """,
            "SELECT i.maker_id FROM invites AS i WHERE \(fragment: wanted)",
        ])
        return try rows[1].first.map { Withdrawal(makerID: try $0["maker_id"], isNew: rows[0].affected > 0) }
    }
}

extension InviteScope {
    /// Returns the SQL condition on `invites AS i`, which continues a WHERE clause.
    fileprivate func condition(for userID: UUID) -> SQL {
        self == .own ? "AND i.maker_id = \(userID)" : ""
    }
}
