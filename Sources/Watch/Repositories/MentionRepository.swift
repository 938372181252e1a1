import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads the names that comments in a room can mention, and notifies members who are mentioned or answered.
struct MentionRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// The names that a room's comments can mention.
    struct Names: Sendable {
        /// The members' usernames, by id.
        let members: [UUID: String]
        /// The episode whose cast can be mentioned; nil unless the room is about an episode of the catalogue.
        let episode: ShowPosition?
    }

    /// Returns the names that comments in a room can mention; nil if the user is no member.
    func names(in roomID: UUID, for userID: UUID) async throws -> Names? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT r.show_id, r.season, r.episode, u.id, u.username FROM rooms AS r
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = ANY (r.member_ids)
            WHERE r.tenant_id = \(tenant) AND r.id = \(roomID) AND \(userID) = ANY (r.member_ids)
            """)
        guard let first = rows.first else { return nil }
        let (showID, season, episode): (Int?, Int?, Int?) = (try first["show_id"], try first["season"], try first["episode"])
        var position: ShowPosition?
        if let showID, showID > 0, let season, let episode { position = ShowPosition(showID: showID, season: season, episode: episode) }
        return Names(members: try rows.reduce(into: [:]) { $0[try $1["id"]] = try $1["username"] }, episode: position)
    }

    /// Returns the statements that notify the members that an edited comment mentions or answers, and cancel the pending
    /// notifications of those it no longer does. They must run after the statement that edits the comment.
    func renewed(_ commentID: UUID, in roomID: UUID, by userID: UUID) -> [SQL] {
        let tenant = transaction.tenantID
        let author = AnsweredComments(transaction, in: roomID).author(of: "c.reply_to" as SQL)
        let comment: SQL = """
            comments AS c JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = c.room_id
                AND c.tenant_id = \(tenant) AND c.id = \(commentID)
                CROSS JOIN LATERAL (SELECT \(fragment: author) AS answered_id) AS answered
            """
        return [
            """
            \(fragment: cancelled(commentID, in: roomID)) AND (c.mention_targets @> ARRAY[n.recipient_id::text]) IS NOT TRUE
                AND n.recipient_id IS DISTINCT FROM \(fragment: author)
            """, noted(in: roomID, by: userID, of: comment),
        ]
    }

    /// Returns the statement that cancels the pending notifications that a comment mentions or answers their recipients.
    func cancelled(_ commentID: UUID, in roomID: UUID) -> SQL {
        let tenant = transaction.tenantID
        return """
            UPDATE notifications AS n SET state = 'cancelled' FROM comments AS c
            WHERE n.tenant_id = \(tenant) AND n.about_id = \(roomID) AND n.kind = \(NotificationKind.roomMentioned) AND n.state = 'pending'
                AND c.tenant_id = \(tenant) AND c.id = \(commentID) AND n.about_number = c.number
            """
    }

    /// Returns the statement that notifies the mentioned and answered members who have watched, and for a comment of the general
    /// thread all of them. Nobody is notified twice about a comment, about their own, or about one that they have read.
    /// - Parameter comment: the comment as `c`, its room's row as `r`, and `answered_id`, the answered member.
    func noted(in roomID: UUID, by userID: UUID, of comment: SQL) -> SQL {
        let tenant = transaction.tenantID
        return """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, about_id, about_number, created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), \(NotificationKind.roomMentioned), other.id, \(userID), \(roomID), c.number,
                \(transaction.now), \(transaction.now), \(transaction.now + NotificationRules.lifetime)
            FROM \(fragment: comment) CROSS JOIN unnest(r.member_ids, r.member_watched_at) AS other (id, watched_at)
            JOIN memberships AS m ON m.tenant_id = \(tenant) AND m.room_id = \(roomID) AND m.user_id = other.id AND m.read_number < c.number
            WHERE other.id <> \(userID) AND (c.mention_targets @> ARRAY[other.id::text] OR other.id = answered_id)
                AND (c.seconds = 0 OR other.watched_at < 'infinity')
                AND NOT EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                        AND (b.blocker_id, b.blocked_id) IN ((\(userID), other.id), (other.id, \(userID))))
                AND NOT EXISTS (
                    SELECT FROM notifications AS n
                    WHERE n.tenant_id = \(tenant) AND n.kind = \(NotificationKind.roomMentioned) AND n.recipient_id = other.id
                        AND n.about_id = \(roomID) AND n.about_number = c.number AND n.state <> 'cancelled')
            """
    }
}

extension [Mention] {
    /// Reads a comment's mentions from its row; nil if there are none.
    static func of(_ row: Row) throws -> [Mention]? {
        let texts: [String]? = try row["mention_texts"]
        guard let texts else { return nil }
        let targets: [String] = try row["mention_targets"]
        guard targets.count == texts.count else { throw PostgresError.misuse("a comment's mentions differ in length") }
        return zip(texts, targets).compactMap { text, target in
            if let userID = UUID(uuidString: target) { return Mention(text: text, userID: userID) }
            return Int(target).map { Mention(text: text, castID: $0) }
        }
    }

    /// The texts of the mentions, and what they name, as the columns of a comment have them.
    var columns: (texts: [String], targets: [String]) {
        (map(\.text), map { mention in mention.userID?.lowercased ?? mention.castID.map(String.init) ?? "" })
    }
}
