import DavenportAPI
import Domain
import Foundation
import Postgres

/// Lists a room's comments along the timeline, with what one member may see of them.
struct CommentListRepository: Repository {
    let transaction: TenantTransaction

    /// One page of a room's comments, with what one user may see.
    struct Listed: Sendable {
        let items: [Comment]
        /// Whether anybody blocks the user. If so, the user sees some authors under a username from the time of the
        /// block: see `hiddenAuthors`.
        let mayHideNames: Bool
        /// The number of comments in the room that the spoiler gate hides; nil without a gate.
        let hiddenCount: Int?
    }

    /// Returns a page of comments, sorted by their second of the timeline, then by number. A page of more than
    /// `CommentRules.smallPage` comments also ends once their text reaches `CommentRules.pageBytes`.
    ///
    /// The authors are read by a second query, once each, because usually a few people write all comments of a page. An
    /// author who is neither a member nor a former member of the room has deleted their account.
    /// - Parameters:
    ///   - second: the second of the timeline to which the list is restricted; nil for the whole timeline.
    ///   - gated: whether the spoiler gate leaves out what it hides from the user.
    ///   - after: the position of the last comment of the previous page; nil for the first page.
    /// - Returns: nil if the user isn't a member of the room.
    func list(
        _ roomID: UUID, for userID: UUID, second: Int?, gated: Bool, after: (seconds: Int, number: Int)?, limit: Int
    ) async throws -> Listed? {
        let gate = gated ? Gate(transaction, roomID, userID) : nil
        var conditions: SQL = gate?.passes ?? ""
        if let second { conditions = "\(fragment: conditions) AND c.seconds = \(second)" }
        if let after { conditions = "\(fragment: conditions) AND (c.seconds, c.number) > (\(after.seconds), \(after.number))" }
        let wanted: SQL = """
            comments AS c \(fragment: gate?.join ?? "")
            WHERE c.tenant_id = \(transaction.tenantID) AND c.room_id = \(roomID) AND c.deleted_at IS NULL \(fragment: conditions)
            """
        let rows = try await transaction.pipeline(
            [
                limit <= CommentRules.smallPage + 1 ? small(wanted, gate?.replyTo, limit) : large(wanted, gate?.replyTo, limit),
                authors(in: roomID, for: userID),
            ]
                + (gate.map { [$0.hidden] } ?? []))
        guard let member = rows[1].first else { return nil }
        let people = try People(rows[1])
        let comments = try rows[0].map { row in
            let authorID: UUID? = try row["author_id"]
            return try Comment(row, in: roomID, by: authorID.flatMap { people[$0] })
        }
        let hidden: Int? = try gate.flatMap { _ in try rows[2].first?["hidden"] }
        return Listed(items: comments, mayHideNames: try member["is_blocked"], hiddenCount: hidden)
    }

    /// The spoiler gate of a member of a room, as fragments of statements in which `c` are comments.
    private struct Gate {
        let join: SQL
        let passes: SQL
        /// The comment that `c` answers; null if the gate hides it.
        let replyTo: SQL
        /// The statement that counts what the gate hides in the room.
        let hidden: SQL

        init(_ transaction: TenantTransaction, _ roomID: UUID, _ userID: UUID) {
            let tenant = transaction.tenantID
            func hides(_ comment: SQL) -> SQL {
                """
                gate_hides(\(fragment: comment).seconds, \(fragment: comment).author_id, \(userID), gate.reached, gate.member_ids,
                    gate.member_watched_at)
                """
            }
            join = """
                CROSS JOIN (
                    SELECT reached, member_ids, member_watched_at FROM spoiler_gates
                    WHERE tenant_id = \(tenant) AND user_id = \(userID) AND room_id = \(roomID)
                    -- So the position is computed once, and not for each comment.
                    OFFSET 0
                ) AS gate
                """
            passes = "AND NOT \(fragment: hides("c"))"
            replyTo = """
                CASE WHEN c.reply_to IS NOT NULL AND NOT EXISTS (
                    SELECT FROM comments AS a WHERE a.tenant_id = \(tenant) AND a.room_id = \(roomID) AND a.id = c.reply_to
                        AND a.deleted_at IS NULL AND \(fragment: hides("a"))) THEN c.reply_to END
                """
            hidden = """
                SELECT count(*) AS hidden FROM comments AS c \(fragment: join)
                WHERE c.tenant_id = \(tenant) AND c.room_id = \(roomID) AND c.deleted_at IS NULL AND \(fragment: hides("c"))
                """
        }
    }

    private func small(_ wanted: SQL, _ replyTo: SQL?, _ limit: Int) -> SQL {
        """
        SELECT \(fragment: CommentRow.columns), \(fragment: replyTo ?? "c.reply_to") AS reply_to, c.author_id FROM \(fragment: wanted)
        ORDER BY c.seconds, c.number LIMIT \(limit)
        """
    }

    private func large(_ wanted: SQL, _ replyTo: SQL?, _ limit: Int) -> SQL {
        """
        SELECT \(fragment: CommentRow.columns), c.shown_reply_to AS reply_to, c.author_id FROM (
            SELECT c.*, \(fragment: replyTo ?? "c.reply_to") AS shown_reply_to,
                sum(\(fragment: Self.bytes)) OVER (ORDER BY c.seconds, c.number) - \(fragment: Self.bytes) AS bytes_before
            FROM \(fragment: wanted) ORDER BY c.seconds, c.number LIMIT \(limit)
        ) AS c
        WHERE c.bytes_before < \(CommentRules.pageBytes) ORDER BY c.seconds, c.number
        """
    }

    /// Returns the query for the members and former members of a room, and whether anybody blocks the user. It yields
    /// no row if the user isn't a member.
    private func authors(in roomID: UUID, for userID: UUID) -> SQL {
        let tenant = transaction.tenantID
        return """
            SELECT \(fragment: UserStub.columns),
                EXISTS (SELECT FROM blocks WHERE tenant_id = \(tenant) AND blocked_id = \(userID)) AS is_blocked
            FROM users AS u
            WHERE u.tenant_id = \(tenant) AND u.id = ANY (ARRAY(
                SELECT unnest(r.member_ids || ARRAY(
                    SELECT user_id FROM former_members WHERE tenant_id = \(tenant) AND room_id = \(roomID)))
                FROM rooms AS r
                WHERE r.tenant_id = \(tenant) AND r.id = \(roomID) AND \(userID) = ANY (r.member_ids)))
            """
    }

    /// Returns the people who block the user and aren't members of the room, each with the username that they had when
    /// they blocked the user.
    func hiddenAuthors(in roomID: UUID, from userID: UUID) async throws -> [UUID: String] {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT b.blocker_id, b.blocker_username FROM blocks AS b
            WHERE b.tenant_id = \(tenant) AND b.blocked_id = \(userID) AND NOT EXISTS (
                SELECT FROM memberships AS m WHERE m.tenant_id = \(tenant) AND m.room_id = \(roomID) AND m.user_id = b.blocker_id)
            """)
        return try rows.reduce(into: [:]) { $0[try $1["blocker_id"]] = try $1["blocker_username"] }
    }

    /// The size of a comment, as `Comment.pageBytes` counts it.
    private static let bytes: SQL = """
        (octet_length(c.content) + coalesce(octet_length(c.quote), 0)
            + \(CommentRules.reactionBytes) * coalesce(cardinality(c.reaction_user_ids), 0)
            + \(CommentRules.pictureBytes) * coalesce(jsonb_array_length(c.pictures), 0))
        """
}
