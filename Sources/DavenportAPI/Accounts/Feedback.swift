import Foundation

/// How far the people who run the community have dealt with a feedback message.
public struct FeedbackState: OpenEnumeration {
    public static let created = Self(keeping: "created")
    /// Somebody is working on the message.
    public static let solving = Self(keeping: "solving")
    public static let resolved = Self(keeping: "resolved")

    public static let allCases = [created, solving, resolved]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A message from a member to the people who run the community and develop the software.
public struct Feedback: Codable, Sendable, Equatable {
    public let id: UUID
    /// The author; nil if the account was deleted.
    public let author: UserStub?
    public let text: String
    /// What the message refers to, such as the app's version; nil if the author gave nothing.
    public let context: String?
    public let state: FeedbackState
    public let createdAt: Date

    public init(id: UUID, author: UserStub?, text: String, context: String?, state: FeedbackState, createdAt: Date) {
        (self.id, self.author, self.text, self.context) = (id, author, text, context)
        (self.state, self.createdAt) = (state, createdAt)
    }
}

/// The data of a new feedback message.
public struct NewFeedback: IdentifiedInput {
    /// A UUID that the client chooses, so that a retry creates nothing twice. If it is nil, the server chooses one.
    public var id: UUID?
    /// The message: 1 to 4,000 characters.
    public let text: String
    /// What the message refers to, such as the app's version: 1 to 200 characters; nil for nothing.
    public let context: String?

    /// Creates the input without checking it; the server enforces the limits.
    public init(id: UUID? = nil, text: String, context: String? = nil) {
        (self.id, self.text, self.context) = (id, text, context)
    }

    public init(_ fields: inout Fields) {
        id = fields.optional("id", .uuid)
        text = fields.required("text", .feedbackText)
        context = fields.optional("context", .feedbackContext)
    }
}

/// A filter and a position in the list of feedback.
public struct FeedbackQuery: PagedInput {
    public let state: FeedbackState?
    public var after: String?
    /// The maximum number of messages on the page: 1 to 100.
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

/// A new state for a feedback message.
public struct FeedbackChange: Input {
    public let feedbackID: UUID
    /// The new state. Every transition is allowed.
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
        summary: "Send feedback to the people who run the community and develop the software.",
        details: "A retry with the same `id` returns the existing feedback in its current state, with status 200.")
    public static let listFeedback = Endpoint<FeedbackQuery, Page<Feedback>>(
        "listFeedback", .get, "/feedback", .user,
        summary: "List your feedback, newest first. Admins and owners get everybody's.")
    public static let changeFeedback = Endpoint<FeedbackChange, Feedback>(
        "changeFeedback", .patch, "/feedback/{feedbackID}", .roles([.admin, .owner]), isIdempotent: true,
        summary: "Change the state of a feedback message.")
}
