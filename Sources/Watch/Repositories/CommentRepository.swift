import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads and writes the comments of a tenant's rooms.
struct CommentRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// The reason why `create` created no comment.
    enum Refusal: Sendable {
        /// The author has already created a comment with this id in this room. `isSameRequest` says whether the earlier
        /// request had the same digest. If so, the current request is a retry.
        case existing(Comment, isSameRequest: Bool)
        case idTaken
        case noMember
        /// The comment can't answer the one that it names.
        case noAnswer
        /// The author has reached the rate limit of comments and may create another one from `until` on.
        case limited(until: Date)
    }

    /// The relation of a user to a comment. It decides whether the user may edit or delete the comment.
    struct Standing: Sendable {
        let isAuthor: Bool
        /// Whether the user is the room's host, who may delete others' comments.
        let isHost: Bool
    }

    /// Locks the room and creates a comment with the room's next number.
    ///
    /// The statement also counts the author's recent comments for the rate limit, so that no separate counter has to be
    /// written. The count misses comments that concurrent transactions are creating.
    /// - Returns: nil if no comment was created. `refusal` then returns the reason.
    func create(
        _ commentID: UUID, in roomID: UUID, by userID: UUID, isNewcomer: Bool, seconds: Int, content: String, quote: String?,
        replyTo: UUID?, mentions: [Mention], digest: [UInt8]
    ) async throws -> Comment? {
        let (tenant, new): (UUID, SQL) = (transaction.tenantID, "made AS c CROSS JOIN room AS r")
        let answered = AnsweredComments(transaction, in: roomID)
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
                    mention_texts, mention_targets, reply_to)
                SELECT \(tenant), \(commentID), \(roomID), last_number + 1, \(seconds), \(content), \(quote), \(userID), \(digest),
                    \(transaction.now), named.texts, named.targets, \(replyTo)::uuid
                FROM room CROSS JOIN LATERAL (\(fragment: present(mentions, "room.member_ids"))) AS named
                ON CONFLICT (tenant_id, id) DO NOTHING
                RETURNING id, number, seconds, content, quote, created_at, edited_at, reaction_emojis, reaction_user_ids,
                    mention_texts, mention_targets, reply_to
            ), notified AS (
                \(fragment: ReplyNoticeRepository(transaction).noted(in: roomID, by: userID, of: new))
            ), mentioned AS (
                \(fragment: MentionRepository(transaction).noted(in: roomID, by: userID, of: new))
            )
            SELECT \(fragment: Self.columns), c.reply_to, \(fragment: Self.author), (SELECT member_ids FROM room) AS touched
            FROM made AS c CROSS JOIN users AS u WHERE u.tenant_id = \(tenant) AND u.id = \(userID)
            """)
        guard let row = rows.first else { return nil }
        transaction.touch(try row["touched"] as [UUID])
        return try Comment(row, in: roomID)
    }

    /// Returns why `create` created no comment: the user is no member of the room, or has reached the rate limit, the
    /// comment can't answer the one that it names, or the id is in use.
    func refusal(
        of commentID: UUID, in roomID: UUID, by userID: UUID, isNewcomer: Bool, seconds: Int, replyTo: UUID?, digest: [UInt8]
    ) async throws -> Refusal {
        let tenant = transaction.tenantID
        let answerable = AnsweredComments(transaction, in: roomID).canAnswer(replyTo, at: seconds)
        let rows = try await transaction.pipeline([
            """
            SELECT \(userID) = ANY (member_ids) AS is_member, \(fragment: answerable) AS can_answer,
                EXISTS (SELECT FROM comments WHERE tenant_id = \(tenant) AND id = \(commentID)) AS is_taken,
                coalesce(\(fragment: limit(of: userID, isNewcomer)), \(transaction.now)) AS limited_until
            FROM rooms WHERE tenant_id = \(tenant) AND id = \(roomID)
            """,
            """
            SELECT \(fragment: Self.columns), c.reply_to, \(fragment: Self.author), \(fragment: hidden(from: userID)),
                c.request_digest = \(digest) AS is_same_request
            \(fragment: source) WHERE c.tenant_id = \(tenant) AND c.id = \(commentID) AND c.room_id = \(roomID)
                AND c.author_id = \(userID) AND c.deleted_at IS NULL
            """,
        ])
        guard let room = rows[0].first, try room["is_member"] else { return .noMember }
        if try !room["is_taken"] { return try room["can_answer"] ? .limited(until: try room["limited_until"]) : .noAnswer }
        return try rows[1].first.map { .existing(try Comment($0, in: roomID), isSameRequest: try $0["is_same_request"]) } ?? .idTaken
    }

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
        SELECT \(fragment: Self.columns), \(fragment: replyTo ?? "c.reply_to") AS reply_to, c.author_id FROM \(fragment: wanted)
        ORDER BY c.seconds, c.number LIMIT \(limit)
        """
    }

    private func large(_ wanted: SQL, _ replyTo: SQL?, _ limit: Int) -> SQL {
        """
        SELECT \(fragment: Self.columns), c.shown_reply_to AS reply_to, c.author_id FROM (
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

    /// Locks the rows of the room and the comment until the transaction ends, and returns the user's relation to the
    /// comment. Returns nil if the comment doesn't exist or the user is no member of the room.
    func locked(_ commentID: UUID, in roomID: UUID, for userID: UUID) async throws -> Standing? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT coalesce(c.author_id = \(userID), false) AS is_author, r.host_id = \(userID) AS is_host, r.member_ids
            FROM rooms AS r JOIN comments AS c ON c.tenant_id = \(tenant) AND c.room_id = r.id
            WHERE r.tenant_id = \(tenant) AND r.id = \(roomID) AND \(userID) = ANY (r.member_ids)
                AND c.id = \(commentID) AND c.deleted_at IS NULL
            FOR NO KEY UPDATE
            """)
        return try rows.first.map { row in
            transaction.touch(try row["member_ids"] as [UUID])
            return Standing(isAuthor: try row["is_author"], isHost: try row["is_host"])
        }
    }

    /// Changes the second, the content, the quote and the mentions of a comment, notifies the members that it mentions now,
    /// and returns the comment. A field that is nil stays as it is.
    func edit(
        _ commentID: UUID, in roomID: UUID, by userID: UUID, seconds: Int?, content: String?, quote: Patch<String>, mentions: [Mention]?
    ) async throws -> Comment {
        let (tenant, now, isNew) = (transaction.tenantID, transaction.now, mentions != nil)
        let quoted: SQL = quote == .keep ? "c.quote" : "\(quote.applied(to: nil))"
        if mentions?.isEmpty == false { transaction.wakeWorkers() }
        let rows = try await transaction.pipeline(
            [
                """
                UPDATE comments AS c
                SET seconds = coalesce(\(seconds), c.seconds), content = coalesce(\(content), c.content), quote = \(fragment: quoted),
                    edited_at = \(now),
                    mention_texts = CASE WHEN \(isNew) THEN named.texts ELSE c.mention_texts END,
                    mention_targets = CASE WHEN \(isNew) THEN named.targets ELSE c.mention_targets END
                FROM rooms AS room CROSS JOIN LATERAL (\(fragment: present(mentions ?? [], "room.member_ids"))) AS named
                WHERE room.tenant_id = \(tenant) AND room.id = \(roomID)
                    AND c.tenant_id = \(tenant) AND c.room_id = \(roomID) AND c.id = \(commentID) AND c.deleted_at IS NULL
                    AND (c.seconds, c.content, c.quote)
                        IS DISTINCT FROM (coalesce(\(seconds), c.seconds), coalesce(\(content), c.content), \(fragment: quoted))
                """
            ] + MentionRepository(transaction).renewed(commentID, in: roomID, by: userID)
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
        SELECT \(fragment: Self.columns), c.reply_to, \(fragment: Self.author), \(fragment: hidden(from: userID)) \(fragment: source)
        WHERE c.tenant_id = \(transaction.tenantID) AND c.room_id = \(roomID) AND c.id = \(commentID) AND c.deleted_at IS NULL
        """
    }

    /// Deletes a comment and keeps an empty row as its tombstone.
    ///
    /// The text is erased, and so is the request digest, because it could confirm a guess at the text. Pending
    /// notifications of replies no longer count the comment.
    func delete(_ commentID: UUID, in roomID: UUID) async throws {
        _ = try await transaction.pipeline([
            """
            UPDATE comments
            SET deleted_at = \(transaction.now), content = '', quote = NULL, request_digest = '', mention_texts = NULL, mention_targets = NULL,
                reply_to = NULL
            WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND id = \(commentID) AND deleted_at IS NULL
            """,
            ReplyNoticeRepository(transaction).taken(commentID, in: roomID),
            MentionRepository(transaction).cancelled(commentID, in: roomID),
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

    /// The columns of a comment `c`, without `reply_to`: the gate may hide it.
    private static let columns: SQL = """
        c.id, c.number, c.seconds, c.content, c.quote, c.created_at, c.edited_at, c.reaction_emojis, c.reaction_user_ids,
        c.mention_texts, c.mention_targets
        """

    /// The size of a comment, as `Comment.pageBytes` counts it.
    private static let bytes: SQL = """
        (octet_length(c.content) + coalesce(octet_length(c.quote), 0)
            + \(CommentRules.reactionBytes) * coalesce(cardinality(c.reaction_user_ids), 0))
        """

    private func hidden(from userID: UUID) -> SQL { Self.hidden(from: userID, in: transaction.tenantID) }

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

    private static let author: SQL = """
        u.id AS author_id, u.username AS author_username, u.identity_color AS author_identity_color,
        u.avatar_version AS author_avatar_version, u.bot AS author_bot
        """

    private var source: SQL {
        "FROM comments AS c LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = c.author_id"
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
    fileprivate init(_ row: Row, in roomID: UUID, by author: UserStub?) throws {
        self.init(
            id: try row["id"], roomID: roomID, number: try row["number"], seconds: try row["seconds"], content: try row["content"],
            author: author, createdAt: try row["created_at"], editedAt: try row["edited_at"],
            reactions: try [Reaction].of(row), mentions: try [Mention].of(row), quote: try row["quote"], replyTo: try row["reply_to"])
    }
}
