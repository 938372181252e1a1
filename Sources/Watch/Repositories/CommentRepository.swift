import DavenportAPI
import Domain
import Foundation
import Postgres

/// Creates, edits and deletes comments, and reads a single one.
struct CommentRepository: Repository {
    let transaction: TenantTransaction

    /// The reason why `create` created no comment.
    enum Refusal: Sendable {
        /// The author has already created a comment with this id in this room. `isSameRequest` says whether the earlier
        /// request had the same digest. If so, the current request is a retry.
        case existing(Comment, isSameRequest: Bool)
        case idTaken
        case noMember
        /// The comment can't answer the one that it names.
        case noAnswer
        /// The comment names a picture that the author can't use.
        case noPictures
        /// The author has reached the rate limit of comments and may create another one from `until` on.
        case limited(until: Date)
    }

    /// The relation of a user to a comment. It decides whether the user may edit or delete the comment.
    struct Standing: Sendable {
        let isAuthor: Bool
        /// Whether the user is the room's host, who may delete others' comments.
        let isHost: Bool
        /// Whether the comment has a text.
        let hasContent: Bool
        /// The ids of the comment's pictures, in their order.
        let pictureIDs: [UUID]
    }

    /// Locks the room and creates a comment with the room's next number.
    ///
    /// The statement also counts the author's recent comments for the rate limit, so that no separate counter has to be
    /// written. The count misses comments that concurrent transactions are creating.
    /// - Returns: nil if no comment was created. `refusal` then returns the reason.
    func create(
        _ commentID: UUID, in roomID: UUID, by userID: UUID, isNewcomer: Bool, seconds: Int, content: String, quote: String?,
        replyTo: UUID?, pictures: [NewPicture], mentions: [Mention], digest: [UInt8]
    ) async throws -> Comment? {
        let (tenant, new): (UUID, SQL) = (transaction.tenantID, "made AS c CROSS JOIN room AS r")
        let (answered, notices) = (AnsweredComments(transaction, in: roomID), CommentNoticeRepository(transaction))
        if !mentions.isEmpty || replyTo != nil { transaction.wakeWorkers() }
        let rows = try await transaction.query(
            """
            WITH room AS (
                SELECT last_number, member_ids, member_watched_at, \(fragment: answered.author(of: replyTo)) AS answered_id FROM rooms
                WHERE tenant_id = \(tenant) AND id = \(roomID) AND \(userID) = ANY (member_ids)
                    AND \(fragment: limit(of: userID, isNewcomer)) IS NULL AND \(fragment: answered.canAnswer(replyTo, at: seconds))
                FOR NO KEY UPDATE
            ), made AS (
                INSERT INTO comments (tenant_id, id, room_id, number, seconds, content, quote, author_id, request_digest, created_at,
                    mention_texts, mention_targets, reply_to, pictures)
                SELECT \(tenant), \(commentID), \(roomID), last_number + 1, \(seconds), \(content), \(quote), \(userID), \(digest),
                    \(transaction.now), named.texts, named.targets, \(replyTo)::uuid,
                    \(fragment: PictureRepository.metadata(of: pictures, in: tenant))
                FROM room CROSS JOIN LATERAL (\(fragment: present(mentions, "room.member_ids"))) AS named
                ON CONFLICT (tenant_id, id) DO NOTHING
                RETURNING id, number, seconds, content, quote, created_at, edited_at, reaction_emojis, reaction_user_ids,
                    mention_texts, mention_targets, reply_to, pictures
            ), notified AS (\(fragment: notices.noteReplies(in: roomID, by: userID, of: new))
            ), mentioned AS (
                \(fragment: notices.noteMentions(in: roomID, by: userID, of: new))
            )
            SELECT \(fragment: CommentRow.columns), c.reply_to, \(fragment: CommentRow.author), (SELECT member_ids FROM room) AS touched
            FROM made AS c CROSS JOIN users AS u WHERE u.tenant_id = \(tenant) AND u.id = \(userID)
            """)
        guard let row = rows.first else { return nil }
        transaction.touch(try row["touched"] as [UUID])
        return try Comment(row, in: roomID)
    }

    /// Returns why no comment was created: the user is no member of the room, or has reached the rate limit, the comment
    /// can't answer the one that it names, the id is in use, or the user can't use a picture.
    func refusal(
        of commentID: UUID, in roomID: UUID, by userID: UUID, isNewcomer: Bool, seconds: Int, replyTo: UUID?, hasPictures: Bool,
        digest: [UInt8]
    ) async throws -> Refusal {
        let tenant = transaction.tenantID
        let answerable = AnsweredComments(transaction, in: roomID).canAnswer(replyTo, at: seconds)
        let rows = try await transaction.pipeline([
            """
            SELECT \(userID) = ANY (member_ids) AS is_member, \(fragment: answerable) AS can_answer,
                EXISTS (SELECT FROM comments WHERE tenant_id = \(tenant) AND id = \(commentID)) AS is_taken,
                \(fragment: limit(of: userID, isNewcomer)) AS limited_until
            FROM rooms WHERE tenant_id = \(tenant) AND id = \(roomID)
            """,
            """
            SELECT \(fragment: CommentRow.all(for: userID, in: tenant)), c.request_digest = \(digest) AS is_same_request
            \(fragment: source) WHERE c.tenant_id = \(tenant) AND c.id = \(commentID) AND c.room_id = \(roomID)
                AND c.author_id = \(userID) AND c.deleted_at IS NULL
            """,
        ])
        guard let room = rows[0].first, try room["is_member"] else { return .noMember }
        if try !room["is_taken"] {
            guard try room["can_answer"] else { return .noAnswer }
            let until: Date? = try room["limited_until"]
            return until == nil && hasPictures ? .noPictures : .limited(until: until ?? transaction.now)
        }
        return try rows[1].first.map { .existing(try Comment($0, in: roomID), isSameRequest: try $0["is_same_request"]) } ?? .idTaken
    }

    /// Locks the rows of the room and the comment until the transaction ends, and returns the user's relation to the
    /// comment. Returns nil if the comment doesn't exist or the user is no member of the room.
    func locked(_ commentID: UUID, in roomID: UUID, for userID: UUID) async throws -> Standing? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT coalesce(c.author_id = \(userID), false) AS is_author, r.host_id = \(userID) AS is_host, r.member_ids,
                c.content <> '' AS has_content, c.pictures
            FROM rooms AS r JOIN comments AS c ON c.tenant_id = \(tenant) AND c.room_id = r.id
            WHERE r.tenant_id = \(tenant) AND r.id = \(roomID) AND \(userID) = ANY (r.member_ids)
                AND c.id = \(commentID) AND c.deleted_at IS NULL
            FOR NO KEY UPDATE
            """)
        return try rows.first.map { row in
            transaction.touch(try row["member_ids"] as [UUID])
            let pictures: [AttachedPicture]? = try row.json("pictures")
            return Standing(
                isAuthor: try row["is_author"], isHost: try row["is_host"], hasContent: try row["has_content"],
                pictureIDs: pictures?.map(\.id) ?? [])
        }
    }

    /// Changes the second, the content, the quote, the pictures and the mentions of a comment, notifies the members that it mentions now,
    /// and returns the comment. A field that is nil stays as it is.
    func edit(
        _ commentID: UUID, in roomID: UUID, by userID: UUID, seconds: Int?, content: String?, quote: Patch<String>,
        pictures: [NewPicture]?, mentions: [Mention]?
    ) async throws -> Comment {
        let (tenant, now, isNew) = (transaction.tenantID, transaction.now, mentions != nil)
        let shown: SQL = pictures.map { PictureRepository.metadata(of: $0, in: tenant) } ?? "c.pictures"
        let quoted: SQL = quote == .keep ? "c.quote" : "\(quote.applied(to: nil))"
        if mentions?.isEmpty == false { transaction.wakeWorkers() }
        let rows = try await transaction.pipeline(
            [
                """
                UPDATE comments AS c
                SET seconds = coalesce(\(seconds), c.seconds), content = coalesce(\(content), c.content), quote = \(fragment: quoted),
                    pictures = \(fragment: shown), edited_at = \(now),
                    mention_texts = CASE WHEN \(isNew) THEN named.texts ELSE c.mention_texts END,
                    mention_targets = CASE WHEN \(isNew) THEN named.targets ELSE c.mention_targets END
                FROM rooms AS room CROSS JOIN LATERAL (\(fragment: present(mentions ?? [], "room.member_ids"))) AS named
                WHERE room.tenant_id = \(tenant) AND room.id = \(roomID)
                    AND c.tenant_id = \(tenant) AND c.room_id = \(roomID) AND c.id = \(commentID) AND c.deleted_at IS NULL
                    AND (c.seconds, c.content, c.quote, c.pictures) IS DISTINCT FROM (
                        coalesce(\(seconds), c.seconds), coalesce(\(content), c.content), \(fragment: quoted), \(fragment: shown))
                """
            ] + CommentNoticeRepository(transaction).renewMentions(of: commentID, in: roomID, by: userID)
                + [reading(commentID, in: roomID, for: userID)])
        guard let row = rows.last?.first else { throw Problem(.notFound) }
        return try Comment(row, in: roomID)
    }

    /// Returns the query for those of some mentions that name the cast or one of the members; null if there are none.
    private func present(_ mentions: [Mention], _ members: SQL) -> SQL {
        let named = mentions.columns
        return """
            SELECT array_agg(m.text ORDER BY m.place) AS texts, array_agg(m.target ORDER BY m.place) AS targets
            FROM unnest(\(named.texts)::text[], \(named.targets)::text[]) WITH ORDINALITY AS m (text, target, place)
            WHERE m.target ~ '^[0-9]+$' OR m.target = ANY (\(fragment: members)::text[])
            """
    }

    /// Returns a comment, as a user sees it.
    /// - Throws: `notFound` if the comment doesn't exist.
    func comment(_ commentID: UUID, in roomID: UUID, for userID: UUID) async throws -> Comment {
        guard let row = try await transaction.query(reading(commentID, in: roomID, for: userID)).first else { throw Problem(.notFound) }
        return try Comment(row, in: roomID)
    }

    private func reading(_ commentID: UUID, in roomID: UUID, for userID: UUID) -> SQL {
        """
        SELECT \(fragment: CommentRow.all(for: userID, in: transaction.tenantID)) \(fragment: source)
        WHERE c.tenant_id = \(transaction.tenantID) AND c.room_id = \(roomID) AND c.id = \(commentID) AND c.deleted_at IS NULL
        """
    }

    /// Deletes a comment and keeps an empty row as its tombstone.
    ///
    /// The text is erased, and so is the request digest, because it could confirm a guess at the text. Pending
    /// notifications of replies no longer count the comment.
    func delete(_ commentID: UUID, in roomID: UUID) async throws {
        let notices = CommentNoticeRepository(transaction)
        _ = try await transaction.pipeline([
            """
            UPDATE comments
            SET deleted_at = \(transaction.now), content = '', quote = NULL, request_digest = '', mention_texts = NULL, mention_targets = NULL,
                reply_to = NULL
            WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND id = \(commentID) AND deleted_at IS NULL
            """,
            notices.recountReplies(without: commentID, in: roomID),
            notices.cancelMentions(of: commentID, in: roomID),
        ])
    }

    /// An SQL expression for the moment from which an author who has reached the rate limit may create another comment.
    /// It is null while the author is below the limit.
    /// - Parameter isNewcomer: whether the author has a newcomer's part of the rate limit.
    private func limit(of userID: UUID, _ isNewcomer: Bool) -> SQL {
        let (tenant, allowance) = (transaction.tenantID, Allowance.comments)
        let changed: SQL = "SELECT value FROM tenant_limits WHERE tenant_id = \(tenant) AND name = \(allowance.name)"
        let usual: SQL = "coalesce((\(fragment: changed)), \(allowance.usual))"
        let divisor = ModerationRules.newcomerDivisor
        let count: SQL = isNewcomer ? "(\(fragment: usual) + \(divisor - 1)) / \(divisor)" : usual
        return """
            (SELECT created_at + make_interval(secs => \(allowance.seconds)) FROM comments
                WHERE tenant_id = \(tenant) AND author_id = \(userID) AND created_at > \(transaction.now - allowance.seconds)
                ORDER BY created_at DESC OFFSET \(fragment: count) - 1 LIMIT 1)
            """
    }

    private var source: SQL {
        "FROM comments AS c LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = c.author_id"
    }
}

/// The comments of a room that others answer, as fragments of the statements that write and notify.
struct AnsweredComments: Sendable {
    let transaction: TenantTransaction
    let roomID: UUID

    init(_ transaction: TenantTransaction, in roomID: UUID) {
        (self.transaction, self.roomID) = (transaction, roomID)
    }

    /// Returns the query for the author of a comment. It yields null if the comment or its author's account was
    /// deleted.
    func author(of commentID: SQL) -> SQL {
        """
        (SELECT a.author_id FROM comments AS a
            WHERE a.tenant_id = \(transaction.tenantID) AND a.room_id = \(roomID) AND a.id = \(fragment: commentID)
                AND a.deleted_at IS NULL)
        """
    }

    /// Returns the query for the author of the comment that a new one answers. Most comments answer none; their statement then reads no
    /// other comment.
    func author(of commentID: UUID?) -> SQL { commentID.map { author(of: "\($0)" as SQL) } ?? "NULL::uuid" }

    /// Returns the condition that a comment at a second can answer another one (rule 17.28). It doesn't show why an answer is refused.
    func canAnswer(_ commentID: UUID?, at seconds: Int) -> SQL {
        guard let commentID else { return "true" }
        return """
            EXISTS (
                SELECT FROM comments AS a WHERE a.tenant_id = \(transaction.tenantID) AND a.room_id = \(roomID) AND a.id = \(commentID)
                    AND a.seconds <= \(seconds) AND a.deleted_at IS NULL)
            """
    }
}
