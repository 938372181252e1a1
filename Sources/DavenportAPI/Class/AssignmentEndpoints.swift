import Foundation

/// What comes first in a list of assignments.
public enum AssignmentOrder: String, Codable, Sendable, CaseIterable {
    /// By due time, none last; of one time by priority, high first.
    case due
    /// By priority, high first; of one priority by due time, none last.
    case priority
}

/// Which of my assignments to list, and from where.
public struct AssignmentQuery: PagedInput {
    /// Archived ones, by completion, latest first, or the others, by `order`.
    public let archived: Bool
    public let state: AssignmentState?
    public let priority: Priority?
    /// Only of tasks with this tag, in any case.
    public let tag: String?
    /// Only of tasks whose title or one of whose tags has this in it, in any case.
    public let query: String?
    /// Only those due then or later.
    public let dueFrom: Date?
    /// Only those due before.
    public let dueBefore: Date?
    public let order: AssignmentOrder
    public var after: String?
    /// At most so many: 1 to 100.
    public let limit: Int

    public init(
        archived: Bool = false, state: AssignmentState? = nil, priority: Priority? = nil, tag: String? = nil, query: String? = nil,
        dueFrom: Date? = nil, dueBefore: Date? = nil, order: AssignmentOrder = .due, after: String? = nil, limit: Int = PageQuery.usual
    ) {
        (self.archived, self.state, self.priority, self.tag, self.query) = (archived, state, priority, tag, query)
        (self.dueFrom, self.dueBefore, self.order, self.after, self.limit) = (dueFrom, dueBefore, order, after, limit)
    }

    public init(_ fields: inout Fields) {
        archived = fields.optional("archived", .boolean, default: false)
        state = fields.optional("state", .oneOf(AssignmentState.self, placeholder: .todo))
        priority = fields.optional("priority", .priority)
        tag = fields.optional("tag", .tag)
        query = fields.optional("query", .text(1...200))
        dueFrom = fields.optional("dueFrom", .timestamp)
        dueBefore = fields.optional("dueBefore", .timestamp)
        order = fields.optional("order", .oneOf(AssignmentOrder.self, placeholder: .due), default: .due)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// How far I have read: up to and including this entry.
public struct EntryReadMark: Input {
    public let assignmentID: UUID
    public let entryID: UUID

    public init(assignmentID: UUID, entryID: UUID) {
        self.assignmentID = assignmentID
        self.entryID = entryID
    }

    public init(_ fields: inout Fields) {
        assignmentID = fields.required("assignmentID", .uuid)
        entryID = fields.required("entryID", .uuid)
    }
}

/// What is still unread after marking.
public struct UnreadEntries: Codable, Sendable {
    public let unreadCount: Int

    public init(unreadCount: Int) {
        self.unreadCount = unreadCount
    }
}

extension Endpoints {
    static let assignments: [any EndpointDeclaration] = [listAssignments, showAssignment, markEntriesRead, setDraft]

    public static let listAssignments = Endpoint<AssignmentQuery, Page<Assignment>>(
        "listAssignments", .get, "/assignments", .user, feature: .class, summary: "What I have to do as a student, what is due next first.",
        details: "`this week` is asked for by two instants: the server knows no time zone of a task.")
    public static let showAssignment = Endpoint<AssignmentReference, Assignment>(
        "showAssignment", .get, "/assignments/{assignmentID}", .user, feature: .class,
        summary: "One of my assignments, or of a task that I teach.")
    public static let markEntriesRead = Endpoint<EntryReadMark, UnreadEntries>(
        "markEntriesRead", .put, "/assignments/{assignmentID}/read", .user, feature: .class,
        summary: "Say up to which entry I have read.", details: "The marker never goes back.")
    public static let setDraft = Endpoint<NewDraft, Assignment>(
        "setDraft", .put, "/assignments/{assignmentID}/draft", .teaching, feature: .class, errors: [.closed, .assignmentChanged],
        isIdempotent: false, summary: "Draft an evaluation with the other teachers of the task.",
        details: "No student sees it. Publishing an evaluation takes from it what isn't given, and clears it.")
}
