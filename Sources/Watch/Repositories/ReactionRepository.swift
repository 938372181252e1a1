import DavenportAPI
import Domain
import Foundation
import Postgres

/// Writes the reactions to a tenant's comments. The comments' own rows have them for reading.
struct ReactionRepository: Repository {
    let transaction: TenantTransaction

    /// Locks the room and the comment until the transaction ends, and counts a change against the user's rate limit.
    /// - Throws: `notFound` if the comment doesn't exist or the user is no member of the room; `tooManyRequests` if the
    ///   user has reached the limit.
    func lock(_ reaction: ReactionReference, for userID: UUID) async throws {
        let comments = CommentRepository(transaction)
        guard try await comments.locked(reaction.commentID, in: reaction.roomID, for: userID) != nil else { throw Problem(.notFound) }
        try await SpendAllowance(transaction: transaction)(.reactions, of: userID)
    }

    /// Adds a user's reaction to a comment whose row is locked.
    /// - Returns: false if the comment has too many other emoji.
    func add(_ reaction: ReactionReference, by userID: UUID) async throws -> Bool {
        let (tenant, commentID, emoji) = (transaction.tenantID, reaction.commentID, reaction.emoji)
        let rows = try await transaction.pipeline([
            """
            INSERT INTO reactions (tenant_id, room_id, comment_id, user_id, emoji, number, reacted_at)
            SELECT \(tenant), c.room_id, c.id, \(userID), \(emoji), coalesce((
                    SELECT max(r.number) FROM reactions AS r WHERE r.tenant_id = \(tenant) AND r.comment_id = \(commentID)), 0) + 1,
                \(transaction.now)
            FROM comments AS c
            WHERE c.tenant_id = \(tenant) AND c.id = \(commentID) AND (
                \(emoji) = ANY (c.reaction_emojis)
                OR (SELECT count(DISTINCT other.emoji) FROM unnest(c.reaction_emojis) AS other (emoji)) < \([Reaction].most))
            ON CONFLICT (tenant_id, comment_id, emoji, user_id) DO NOTHING
            """,
            """
            SELECT FROM reactions
            WHERE tenant_id = \(tenant) AND comment_id = \(commentID) AND user_id = \(userID) AND emoji = \(emoji)
            """,
        ])
        return !rows[1].isEmpty
    }

    /// Removes a user's reaction to a comment whose row is locked.
    func remove(_ reaction: ReactionReference, by userID: UUID) async throws {
        try await transaction.query(
            """
            DELETE FROM reactions WHERE tenant_id = \(transaction.tenantID) AND comment_id = \(reaction.commentID)
                AND user_id = \(userID) AND emoji = \(reaction.emoji)
            """)
    }
}

extension [Reaction] {
    /// Reads a comment's reactions from its row; nil if there are none.
    static func of(_ row: Row) throws -> [Reaction]? {
        let emojis: [String]? = try row["reaction_emojis"]
        guard let emojis else { return nil }
        let userIDs: [UUID] = try row["reaction_user_ids"]
        guard userIDs.count == emojis.count else { throw PostgresError.misuse("a comment's reactions differ in length") }
        var (order, people): ([String], [String: [UUID]]) = ([], [:])
        for (emoji, userID) in zip(emojis, userIDs) {
            if people[emoji] == nil { order.append(emoji) }
            people[emoji, default: []].append(userID)
        }
        return order.map { emoji in
            let all = people[emoji] ?? []
            return Reaction(emoji: emoji, userIDs: all, count: all.count)
        }
    }

    /// Returns these reactions without the ids of some people, who are still counted.
    func hiding(_ hidden: Set<UUID>) -> [Reaction] {
        guard !hidden.isEmpty else { return self }
        return map { Reaction(emoji: $0.emoji, userIDs: $0.userIDs.filter { !hidden.contains($0) }, count: $0.count) }
    }
}
