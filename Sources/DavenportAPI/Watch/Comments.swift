import Foundation

/// A comment in a room. It belongs to a second of the show or movie, or to the room's general thread (second 0).
public struct Comment: Codable, Sendable, Equatable, Identifiable {
    public let id: UUID
    public let roomID: UUID
    /// The comment's number in its room: 1, 2, 3 … in the order of creation.
    public let number: Int
    /// The seconds from the start of the show or movie, 0 to 86,399; 0 is the general thread.
    public package(set) var seconds: Int
    /// The text: 1 to 4,000 characters, or none beside pictures. If the author's text began with a timestamp such as
    /// `15:43`, the server removed it, unless the request set `literal`.
    public package(set) var content: String
    /// The author; nil if the account was deleted.
    public package(set) var author: UserStub?
    public let createdAt: Date
    /// The time of the last change; nil if the comment was never changed.
    public package(set) var editedAt: Date?
    /// The reactions, by the time of each emoji's first use; nil if there are none.
    public package(set) var reactions: [Reaction]?
    /// The mentions in the order of the text; nil if there are none.
    public package(set) var mentions: [Mention]?
    /// The line of the show or movie that the comment is about, 1 to 500 characters; nil if it has none.
    public package(set) var quote: String?
    /// The comment of the same room that this one answers; nil if it answers none. A comment that isn't there any more is
    /// deleted. Behind the spoiler gate it is also nil if the gate hides that comment.
    public package(set) var replyTo: UUID?
    /// The pictures in their order, at most 4; nil if there are none.
    public package(set) var pictures: [AttachedPicture]?

    public init(
        id: UUID, roomID: UUID, number: Int, seconds: Int, content: String, author: UserStub?, createdAt: Date, editedAt: Date?,
        reactions: [Reaction]? = nil, mentions: [Mention]? = nil, quote: String? = nil, replyTo: UUID? = nil,
        pictures: [AttachedPicture]? = nil
    ) {
        self.id = id
        self.roomID = roomID
        self.number = number
        self.seconds = seconds
        self.content = content
        self.author = author
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.reactions = reactions
        self.mentions = mentions
        self.quote = quote
        self.replyTo = replyTo
        self.pictures = pictures
    }
}

/// The data of a new comment. If the content begins with a timestamp such as `15:43`, the timestamp takes precedence
/// over `seconds`, unless `literal` is set.
public struct NewComment: IdentifiedInput, Decodable, Equatable {
    /// The maximum number of pictures of a comment (rule 28.5).
    public static let pictureLimit = 4

    public let roomID: UUID
    /// A UUID that the client chooses, so that a retry creates no second comment. If it is nil, the server chooses one.
    public var id: UUID?
    /// The seconds from the start of the show or movie, 0 to 86,399; nil means 0, the general thread.
    public let seconds: Int?
    /// The text: 1 to 4,000 characters after trimming, without control characters other than newline and tab. It may be
    /// empty beside pictures.
    public let content: String
    /// Whether a timestamp such as `15:43` at the beginning of the content stays in the text. Otherwise the server
    /// removes it, and the comment belongs to that second.
    public let literal: Bool
    /// The line of the show or movie that the comment is about: 1 to 500 characters after trimming; nil for none. The
    /// server compares it with nothing.
    public let quote: String?
    /// The comment that this one answers: one of the same room, at the same second or an earlier one; nil for none.
    public package(set) var replyTo: UUID?
    /// Up to 4 pictures that the author uploaded and that nothing uses, in their order; nil for none.
    public package(set) var pictures: [NewPicture]?

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        roomID: UUID, id: UUID? = nil, seconds: Int? = nil, content: String, literal: Bool = false, quote: String? = nil,
        replyTo: UUID? = nil, pictures: [NewPicture]? = nil
    ) {
        self.roomID = roomID
        self.id = id
        self.seconds = seconds
        self.content = content
        self.literal = literal
        self.quote = quote
        self.replyTo = replyTo
        self.pictures = pictures
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        id = fields.optional("id", .uuid)
        seconds = fields.optional("seconds", .secondOfThing)
        let text = fields.optional("content", .commentContentOrEmpty)
        content = text ?? ""
        literal = fields.optional("literal", .boolean, default: false)
        quote = fields.optional("quote", .commentQuote)
        replyTo = fields.optional("replyTo", .uuid)
        pictures = fields.optional("pictures", listOf: NewPicture.self, upTo: Self.pictureLimit)
        let isRefused = fields.faults.contains { $0.field == "content" || $0.field.hasPrefix("pictures") }
        guard content.isEmpty, pictures?.isEmpty != false, !isRefused else { return }
        let refusal = text.flatMap { FieldType.commentContent.refusal(of: .string($0)) } ?? FieldReason(.missing, "is required")
        fields.record("content", refusal.code, refusal.message)
    }
}

/// The changes to a comment.
public struct CommentChange: Input, Decodable, Equatable {
    public let roomID: UUID
    public let commentID: UUID
    /// The new text: 1 to 4,000 characters after trimming, or none beside pictures; nil keeps the text. A timestamp such as `15:43` at its
    /// beginning moves the comment to that second, unless `literal` is set.
    public let content: String?
    /// The new seconds from the start of the show or movie, 0 to 86,399; nil keeps them.
    public let seconds: Int?
    /// Whether a timestamp such as `15:43` at the beginning of the content stays in the text. Otherwise the server
    /// removes it and moves the comment to that second.
    public let literal: Bool
    /// The new line of the show or movie that the comment is about: 1 to 500 characters after trimming. `null` removes it.
    public let quote: Patch<String>
    /// All pictures that the comment has from now on, in their order, with their alternative texts; nil keeps them. Those that
    /// are left out are deleted.
    public let pictures: [NewPicture]?

    /// Creates the input without checking it; the server enforces the limits. A nil field keeps its value.
    public init(
        roomID: UUID, commentID: UUID, content: String? = nil, seconds: Int? = nil, literal: Bool = false,
        quote: Patch<String> = .keep, pictures: [NewPicture]? = nil
    ) {
        self.roomID = roomID
        self.commentID = commentID
        self.content = content
        self.seconds = seconds
        self.literal = literal
        self.quote = quote
        self.pictures = pictures
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        commentID = fields.required("commentID", .uuid)
        content = fields.optional("content", .commentContentOrEmpty)
        seconds = fields.optional("seconds", .secondOfThing)
        literal = fields.optional("literal", .boolean, default: false)
        quote = fields.patch("quote", .commentQuote)
        pictures = fields.optional("pictures", listOf: NewPicture.self, upTo: NewComment.pictureLimit)
    }
}

/// A reference to a comment of a room.
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

/// A filter and a position in the list of a room's comments.
public struct CommentQuery: PagedInput {
    /// The allowed page sizes of the list of comments. The maximum is higher than that of other lists, because most
    /// comments are short (rule 10.7).
    static let sizes = 1...500

    public let roomID: UUID
    /// The second whose comments to return; nil returns those of all seconds.
    public let seconds: Int?
    /// What to leave out for the caller's sake; nil returns everything.
    public let gate: CommentGate?
    public var after: String?
    /// The maximum number of comments on the page: 1 to 500.
    public let limit: Int

    /// Creates the input without checking it.
    /// - Parameters:
    ///   - seconds: the second whose comments to return; nil returns those of all seconds.
    ///   - gate: what to leave out for the caller's sake; nil returns everything.
    ///   - after: the cursor that the previous page has as `next`; nil for the first page.
    ///   - limit: the maximum number of comments on the page: 1 to 500.
    public init(
        roomID: UUID, seconds: Int? = nil, gate: CommentGate? = nil, after: String? = nil, limit: Int = PageQuery.usual
    ) {
        self.roomID = roomID
        self.seconds = seconds
        self.gate = gate
        self.after = after
        self.limit = limit
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        seconds = fields.optional("seconds", .secondOfThing)
        gate = fields.optional("gate", .oneOf(CommentGate.self, placeholder: .position))
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(Self.sizes), default: PageQuery.usual)
    }
}

extension FieldType<Int> {
    /// The seconds from the start of a show or movie, 0 to 86,399; 0 is the general thread.
    package static var secondOfThing: Self { integer(TimestampText.range) }
}

extension FieldType<String> {
    /// The text of a comment: 1 to 4,000 characters, with newlines (rule 6.1).
    package static var commentContent: Self { text(1...4000, lines: true) }

    /// The text of a comment that may have none beside pictures (rule 28.6).
    package static var commentContentOrEmpty: Self { textOrEmpty(upTo: 4000) }

    /// The line of a show or movie that a comment is about: 1 to 500 characters, with newlines (rule 17.18).
    package static var commentQuote: Self { text(1...500, lines: true) }
}

extension Endpoints {
    static let comments: [any EndpointDeclaration] = [listComments, createComment, editComment, deleteComment]

    public static let listComments = Endpoint<CommentQuery, CommentPage>(
        "listComments", .get, "/rooms/{roomID}/comments", .user, feature: .watch, summary: "List a room's comments along the timeline.",
        details: "With `gate=position`, other people's comments that lie ahead of your position are left out, until you have watched.")
    public static let createComment = Endpoint<NewComment, Created<Comment>>(
        "createComment", .post, "/rooms/{roomID}/comments", .user, feature: .watch, success: 201,
        errors: [.idTaken, .unknownFile, .tooManyRequests], summary: "Create a comment. `15:43 that hallway!` is placed at 15:43.",
        details: "A retry with the same `id` returns the existing comment in its current state, with status 200.")
    public static let editComment = Endpoint<CommentChange, Comment>(
        "editComment", .patch, "/rooms/{roomID}/comments/{commentID}", .user, feature: .watch, errors: [.forbidden, .unknownFile],
        summary: "Change your own comment.")
    public static let deleteComment = Endpoint<CommentReference, NoContent>(
        "deleteComment", .delete, "/rooms/{roomID}/comments/{commentID}", .user, feature: .watch, success: 204,
        errors: [.forbidden], summary: "Delete a comment. Hosts, admins and owners may delete any in their rooms.")
}
