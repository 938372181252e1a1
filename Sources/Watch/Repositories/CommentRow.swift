import DavenportAPI
import Domain
import Foundation
import Postgres

/// The columns from which a comment is decoded. In a statement, `c` is the comment and `u` its author.
enum CommentRow {
    /// The columns of a comment, without `reply_to`: the gate may hide it.
    static let columns: SQL = """
        c.id, c.number, c.seconds, c.content, c.quote, c.created_at, c.edited_at, c.reaction_emojis, c.reaction_user_ids,
        c.mention_texts, c.mention_targets, c.pictures
        """

    /// The columns of the author; null if their account was deleted.
    static let author: SQL = """
        u.id AS author_id, u.username AS author_username, u.identity_color AS author_identity_color,
        u.avatar_version AS author_avatar_version, u.bot AS author_bot
        """

    /// Returns the column of the people that a user may not see among those who reacted to the comment `c`: they left the
    /// room and block the user. It is null for a comment without reactions.
    static func hidden(from userID: UUID, in tenant: UUID) -> SQL {
        """
        CASE WHEN c.reaction_emojis IS NOT NULL THEN ARRAY(
            SELECT b.blocker_id FROM blocks AS b
            WHERE b.tenant_id = \(tenant) AND b.blocked_id = \(userID) AND NOT EXISTS (
                SELECT FROM memberships AS m
                WHERE m.tenant_id = \(tenant) AND m.room_id = c.room_id AND m.user_id = b.blocker_id)) END AS hidden_ids
        """
    }

    /// Returns the columns from which a whole comment is decoded, as a user sees it.
    static func all(for userID: UUID, in tenant: UUID) -> SQL {
        "\(fragment: columns), c.reply_to, \(fragment: author), \(fragment: hidden(from: userID, in: tenant))"
    }
}

extension Comment {
    /// Reads a comment from a row that also has the columns of its author, and of the people that the reader may not see
    /// among those who reacted.
    init(_ row: Row, in roomID: UUID) throws {
        let authorID: UUID? = try row["author_id"]
        try self.init(row, in: roomID, by: try authorID.map { _ in try UserStub(row, UserStub.authorNames) })
        guard let named = reactions else { return }
        reactions = named.hiding(Set(try row["hidden_ids"] as [UUID]))
    }

    /// Reads a comment from a row, without the columns of its author.
    /// - Parameter author: the author; nil if their account was deleted.
    init(_ row: Row, in roomID: UUID, by author: UserStub?) throws {
        self.init(
            id: try row["id"], roomID: roomID, number: try row["number"], seconds: try row["seconds"], content: try row["content"],
            author: author, createdAt: try row["created_at"], editedAt: try row["edited_at"],
            reactions: try [Reaction].of(row), mentions: try [Mention].of(row), quote: try row["quote"], replyTo: try row["reply_to"],
            pictures: try row.json("pictures"))
    }
}
