import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedCollection {
    /// Adds the comments of the user's rooms to the sync feed. This collection must follow the collection `rooms`,
    /// whose statements store the ids of the page's rooms in a setting of the transaction (see `FeedRooms`).
    static let comments = FeedCollection(
        feature: .watch, nothing: { $0.comments = CommentChanges(items: [], removed: [], complete: []) },
        statements: { scope in
            let feed = try CommentFeed(scope)
            return feed.noted + [scope.base == nil ? feed.page(feed.whole) : feed.page(feed.whole, feed.changed)]
        },
        items: { rows, scope in try CommentFeed(scope).items(rows[rows.count - 1]) })
}

/// Builds the statements that read comments for the sync feed, by room and number.
///
/// All comments are read for a room that the client hasn't received yet and that isn't archived. For a room that the
/// client has received, only the changed comments are read.
struct CommentFeed {
    private let scope: FeedScope
    private let place: ThreadPosition?

    /// Takes the position at which the page begins from the scope of the sync.
    /// - Throws: `invalid` for a malformed position.
    init(_ scope: FeedScope) throws {
        self.scope = scope
        place = try scope.place.map(ThreadPosition.init)
    }

    // MARK: Statements

    /// The statements that store the ids of the page's rooms in a setting of the transaction. There are none if the
    /// statements of the collection `rooms` have just stored these ids.
    var noted: [SQL] {
        let rooms = FeedRooms(scope: scope)
        if scope.base == nil { return [rooms.active(and: place?.threadID)] }
        return scope.isFirst ? [rooms.changed] : []
    }

    /// The query for all comments of rooms that the client hasn't received.
    ///
    /// A room that has no comments left to return yields one row whose comment columns are null. A room that gets
    /// archived while the client is between two of its pages is still returned to its end.
    var whole: SQL {
        """
        SELECT room.room_id, true AS whole, c.* FROM (
            SELECT room_id FROM \(fragment: rooms) AND \(fragment: scope.isUnsynced("joined_xid"))
                AND (NOT archived OR room_id = \(place?.threadID)::uuid)
            ORDER BY room_id LIMIT \(scope.rows)
        ) AS room
        LEFT JOIN LATERAL (
            SELECT \(fragment: Self.columns) FROM comments AS c
            WHERE c.tenant_id = \(scope.transaction.tenantID) AND c.room_id = room.room_id AND c.deleted_at IS NULL
                AND \(fragment: number) AND \(fragment: scope.isDue("c.changed_xid"))
            ORDER BY c.number LIMIT \(scope.rows)
        ) AS c ON true
        """
    }

    /// The query for the changed and deleted comments of rooms that the client has received.
    var changed: SQL {
        """
        SELECT room.room_id, false AS whole, c.* FROM (
            SELECT room_id FROM \(fragment: rooms) AND NOT \(fragment: scope.isUnsynced("joined_xid"))
        ) AS room
        CROSS JOIN LATERAL (
            SELECT \(fragment: Self.columns) FROM comments AS c
            WHERE c.tenant_id = \(scope.transaction.tenantID) AND c.room_id = room.room_id
                AND \(fragment: scope.isUnsynced("c.changed_xid")) AND \(fragment: number) AND \(fragment: scope.isDue("c.changed_xid"))
            ORDER BY c.number LIMIT \(scope.rows)
        ) AS c
        """
    }

    /// Returns the query for one page: it unites the given queries and adds the comments' authors.
    ///
    /// If an author has left the room and blocks the reader, the row has the username that the author had at the time
    /// of the block, as in the room's own list of comments.
    func page(_ parts: SQL...) -> SQL {
        let tenant = scope.transaction.tenantID
        let union = parts.dropFirst().reduce(parts[0]) { "\(fragment: $0) UNION ALL \(fragment: $1)" }
        return """
            SELECT c.*, u.id AS author_id, coalesce(hides.blocker_username, u.username) AS author_username,
                u.identity_color AS author_identity_color,
                CASE WHEN hides.blocker_id IS NULL THEN u.avatar_version END AS author_avatar_version, u.bot AS author_bot,
                \(fragment: CommentRow.hidden(from: scope.userID, in: tenant))
            FROM (SELECT * FROM (\(fragment: union)) AS part ORDER BY room_id, number LIMIT \(scope.rows)) AS c
            LEFT JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = c.writer_id
            LEFT JOIN blocks AS hides ON hides.tenant_id = \(tenant) AND hides.blocker_id = c.writer_id
                AND hides.blocked_id = \(scope.userID) AND NOT EXISTS (
                    SELECT FROM memberships AS m WHERE m.tenant_id = \(tenant) AND m.room_id = c.room_id AND m.user_id = c.writer_id)
            ORDER BY c.room_id, c.number
            """
    }

    private static let columns: SQL = """
        c.id, c.number, c.seconds, c.content, c.quote, c.author_id AS writer_id, c.created_at, c.edited_at,
        c.deleted_at IS NOT NULL AS deleted, c.reaction_emojis, c.reaction_user_ids, c.mention_texts, c.mention_targets,
        c.reply_to, c.pictures
        """

    /// An SQL fragment with a FROM item of rooms and the beginning of a WHERE clause. The rooms are those from the
    /// page's position on. If the position is at the end of a room's comments, that room is left out.
    private var rooms: SQL {
        let noted = FeedRooms(scope: scope).noted(from: place?.threadID, isIncluded: place?.isEnd == false)
        return "\(fragment: noted) WHERE \(fragment: scope.isDue("joined_xid"))"
    }

    private var number: SQL {
        place.map { "c.number > CASE WHEN room.room_id = \($0.threadID) THEN \($0.number) ELSE 0 END" } ?? "true"
    }

    // MARK: Rows

    /// Makes the items of a page from the rows of the query that `page` returned.
    func items(_ rows: Rows) throws -> FeedItems {
        .threads(try rows.map(Self.found), in: scope, size: CommentRules.pageBytes) { changes, page in
            changes.comments = CommentChanges(
                items: page.items, removed: page.removed.map { .init(roomID: $0.threadID, id: $0.id) }, complete: page.complete)
        }
    }

    private static func found(_ row: Row) throws -> ThreadRow<Comment> {
        let (roomID, isWhole): (UUID, Bool) = (try row["room_id"], try row["whole"])
        let (id, number, isDeleted): (UUID?, Int?, Bool?) = (try row["id"], try row["number"], try row["deleted"])
        var found = ThreadRow<Comment>.Found.nothing
        if let id, isDeleted == true {
            found = .removed(id)
        } else if id != nil {
            let comment = try Comment(row, in: roomID)
            found = .item(comment, bytes: comment.pageBytes)
        }
        return ThreadRow(threadID: roomID, isWhole: isWhole, number: number ?? 0, found: found)
    }
}
