import Foundation

/// Something said in a room, at a second of the thing or in its general thread (0).
public struct Comment: Codable, Sendable, Equatable, Identifiable {
    public let id: UUID
    public let roomID: UUID
    /// 1, 2, 3 … within the room, in the order of creation.
    public let number: Int
    /// 0 to 86,399 from the start of the thing; 0 is the general thread.
    public let seconds: Int
    /// 1 to 4,000 characters, without the timestamp that may have stood at its head.
    public let content: String
    /// Absent when the author's account is gone.
    public let author: UserStub?
    public let createdAt: Date
    /// When it was last changed; nil where it is as it was made.
    public let editedAt: Date?

    public init(
        id: UUID, roomID: UUID, number: Int, seconds: Int, content: String, author: UserStub?, createdAt: Date, editedAt: Date?
    ) {
        self.id = id
        self.roomID = roomID
        self.number = number
        self.seconds = seconds
        self.content = content
        self.author = author
        self.createdAt = createdAt
        self.editedAt = editedAt
    }
}

extension Comment: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("roomID", roomID)
            $0.field("number", number)
            $0.field("seconds", seconds)
            $0.field("content", content)
            $0.field("author", author)
            $0.field("createdAt", createdAt)
            $0.field("editedAt", editedAt)
        }
    }
}

/// A comment that shall be made. A timestamp at the head of the content wins over `seconds`, unless `literal`.
public struct NewComment: IdentifiedInput, Decodable, Equatable {
    public let roomID: UUID
    /// Chosen by the client so that a retry doesn't double; the server's choice otherwise.
    public var id: UUID?
    /// 0 to 86,399 from the start of the thing; 0, the general thread, unless given.
    public let seconds: Int?
    /// 1 to 4,000 characters after trimming; no control characters but newline and tab.
    public let content: String
    /// Whether the content stays as typed, timestamp or not.
    public let literal: Bool

    /// A comment as a program makes it; the limits are those of the API.
    public init(roomID: UUID, id: UUID? = nil, seconds: Int? = nil, content: String, literal: Bool = false) {
        self.roomID = roomID
        self.id = id
        self.seconds = seconds
        self.content = content
        self.literal = literal
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        id = fields.optional("id", .uuid)
        seconds = fields.optional("seconds", .secondOfThing)
        content = fields.required("content", .commentContent)
        literal = fields.optional("literal", .boolean, default: false)
    }
}

/// What shall change in a comment.
public struct CommentChange: Input, Decodable, Equatable {
    public let roomID: UUID
    public let commentID: UUID
    /// 1 to 4,000 characters after trimming; a timestamp at its head moves the comment.
    public let content: String?
    /// 0 to 86,399 from the start of the thing.
    public let seconds: Int?
    /// Whether the content stays as typed, timestamp or not.
    public let literal: Bool

    /// A change as a program makes it; the limits are those of the API, and what is nil stays as it is.
    public init(roomID: UUID, commentID: UUID, content: String? = nil, seconds: Int? = nil, literal: Bool = false) {
        self.roomID = roomID
        self.commentID = commentID
        self.content = content
        self.seconds = seconds
        self.literal = literal
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        commentID = fields.required("commentID", .uuid)
        content = fields.optional("content", .commentContent)
        seconds = fields.optional("seconds", .secondOfThing)
        literal = fields.optional("literal", .boolean, default: false)
    }
}

/// One comment of a room.
public struct CommentReference: Input, Decodable, Equatable {
    public let roomID: UUID
    public let commentID: UUID

    public init(roomID: UUID, commentID: UUID) {
        self.roomID = roomID
        self.commentID = commentID
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        commentID = fields.required("commentID", .uuid)
    }
}

/// Which comments of a room to list, and from where.
public struct CommentQuery: PagedInput {
    /// How many comments a page may have: more than of other things, since most are short (rule 10.7).
    static let sizes = 1...500

    public let roomID: UUID
    /// Only the thread of this second.
    public let seconds: Int?
    public var after: String?
    /// At most so many: 1 to 500.
    public let limit: Int

    /// A part of a room's comments; `limit` is 1 to 500, `after` the `next` of the page before.
    public init(roomID: UUID, seconds: Int? = nil, after: String? = nil, limit: Int = PageQuery.usual) {
        self.roomID = roomID
        self.seconds = seconds
        self.after = after
        self.limit = limit
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        seconds = fields.optional("seconds", .secondOfThing)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(Self.sizes), default: PageQuery.usual)
    }
}

extension FieldType<Int> {
    /// 0 to 86,399 from the start of the thing; 0 is the general thread.
    package static var secondOfThing: Self { integer(TimestampText.range) }
}

extension FieldType<String> {
    /// What a comment says (rule 6.1).
    package static var commentContent: Self { text(1...4000, lines: true) }
}

extension Endpoints {
    static let comments: [any EndpointDeclaration] = [listComments, createComment, editComment, deleteComment]

    public static let listComments = Endpoint<CommentQuery, Page<Comment>>(
        "listComments", .get, "/rooms/{roomID}/comments", .user, feature: .watch, summary: "A room's comments along the timeline.")
    public static let createComment = Endpoint<NewComment, Created<Comment>>(
        "createComment", .post, "/rooms/{roomID}/comments", .user, feature: .watch, success: 201,
        errors: [.idTaken, .tooManyRequests], summary: "Say something; `15:43 that hallway!` lands at 15:43.",
        details: "Sent again with the same `id`, the request answers the comment as it is now, with 200.")
    public static let editComment = Endpoint<CommentChange, Comment>(
        "editComment", .patch, "/rooms/{roomID}/comments/{commentID}", .user, feature: .watch, errors: [.forbidden],
        summary: "Change one's own comment.")
    public static let deleteComment = Endpoint<CommentReference, NoContent>(
        "deleteComment", .delete, "/rooms/{roomID}/comments/{commentID}", .user, feature: .watch, success: 204,
        errors: [.forbidden], summary: "Delete one's own comment, or any as host, admin or owner in the room.")
}
