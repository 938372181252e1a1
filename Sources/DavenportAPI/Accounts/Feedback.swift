import Foundation

/// How far those who run the community are with some feedback.
public struct FeedbackState: OpenEnumeration {
    public static let created = Self(keeping: "created")
    /// Somebody is at it.
    public static let solving = Self(keeping: "solving")
    public static let resolved = Self(keeping: "resolved")

    public static let allCases = [created, solving, resolved]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// What somebody has told those who run the community, and those who make what they use.
public struct Feedback: Codable, Sendable, Equatable {
    public let id: UUID
    /// Nil when the account is gone.
    public let author: UserStub?
    public let text: String
    /// What it is about, such as the app's version.
    public let context: String?
    public let state: FeedbackState
    public let createdAt: Date

    public init(id: UUID, author: UserStub?, text: String, context: String?, state: FeedbackState, createdAt: Date) {
        (self.id, self.author, self.text, self.context) = (id, author, text, context)
        (self.state, self.createdAt) = (state, createdAt)
    }
}

extension Feedback: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("author", author)
            $0.field("text", text)
            $0.field("context", context)
            $0.field("state", state.rawValue)
            $0.field("createdAt", createdAt)
        }
    }
}

/// Something that shall be told.
public struct NewFeedback: IdentifiedInput {
    /// Chosen by the client so that a retry doesn't double; the server's choice otherwise.
    public var id: UUID?
    /// 1 to 4,000 characters.
    public let text: String
    /// 1 to 200 characters.
    public let context: String?

    /// Feedback as a program gives it; the limits are those of the API.
    public init(id: UUID? = nil, text: String, context: String? = nil) {
        (self.id, self.text, self.context) = (id, text, context)
    }

    public init(_ fields: inout Fields) {
        id = fields.optional("id", .uuid)
        text = fields.required("text", .feedbackText)
        context = fields.optional("context", .feedbackContext)
    }
}

/// Which feedback to list, and from where.
public struct FeedbackQuery: PagedInput {
    public let state: FeedbackState?
    public var after: String?
    /// At most so many: 1 to 100.
    public let limit: Int

    public init(state: FeedbackState? = nil, after: String? = nil, limit: Int = PageQuery.usual) {
        (self.state, self.after, self.limit) = (state, after, limit)
    }

    public init(_ fields: inout Fields) {
        state = fields.optional("state", .feedbackState)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// How far somebody is with some feedback by now.
public struct FeedbackChange: Input {
    public let feedbackID: UUID
    /// Any may follow any.
    public let state: FeedbackState

    public init(feedbackID: UUID, state: FeedbackState) {
        (self.feedbackID, self.state) = (feedbackID, state)
    }

    public init(_ fields: inout Fields) {
        feedbackID = fields.required("feedbackID", .uuid)
        state = fields.required("state", .feedbackState)
    }
}

extension FieldType<String> {
    package static var feedbackText: Self { text(1...4000, lines: true) }
    package static var feedbackContext: Self { text(1...200) }
}

extension FieldType<FeedbackState> {
    static var feedbackState: Self { oneOf(FeedbackState.self, placeholder: .created) }
}

extension Endpoints {
    static let feedback: [any EndpointDeclaration] = [createFeedback, listFeedback, changeFeedback]

    public static let createFeedback = Endpoint<NewFeedback, Created<Feedback>>(
        "createFeedback", .post, "/feedback", .user, success: 201, errors: [.idTaken, .tooManyRequests],
        summary: "Tell those who run the community, and those who make what I use.",
        details: "Sent again with the same `id`, the request answers the feedback as it is now, with 200.")
    public static let listFeedback = Endpoint<FeedbackQuery, Page<Feedback>>(
        "listFeedback", .get, "/feedback", .user, summary: "What I have told, newest first; for admins and owners what everybody has.")
    public static let changeFeedback = Endpoint<FeedbackChange, Feedback>(
        "changeFeedback", .patch, "/feedback/{feedbackID}", .roles([.admin, .owner]), isIdempotent: true,
        summary: "Say how far one is with some feedback.")
}
