import Foundation

/// The sort order of a list of assignments.
public enum AssignmentOrder: String, Codable, Sendable, CaseIterable {
    /// Sorts by due time, earliest first; assignments without due time come last. At the same due time, those of higher
    /// priority come first.
    case due
    /// Sorts by priority, high first. At the same priority, the earliest due time comes first, and assignments without
    /// due time come last.
    case priority
}

/// A filter, a sort order and a position in the list of the caller's assignments.
public struct AssignmentQuery: PagedInput {
    /// Whether to return archived assignments instead of active ones. Active ones are sorted by `order`, and archived
    /// ones by time of completion, latest first.
    public let archived: Bool
    public let state: AssignmentState?
    public let priority: Priority?
    /// A tag that the tasks of the returned assignments must have, regardless of case; nil for any tag.
    public let tag: String?
    /// A text that the title or a tag of the task must contain, regardless of case; nil for any text.
    public let query: String?
    /// The earliest due time that a returned assignment may have; nil sets no limit.
    public let dueFrom: Date?
    /// The time before which a returned assignment must be due; nil sets no limit.
    public let dueBefore: Date?
    public let order: AssignmentOrder
    public var after: String?
    /// The maximum number of assignments on the page: 1 to 100.
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

/// The caller's read mark in an assignment: the caller has read all entries up to and including the named one.
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

/// The number of entries that remain unread after marking.
public struct UnreadEntries: Codable, Sendable {
    public let unreadCount: Int

    public init(unreadCount: Int) {
        self.unreadCount = unreadCount
    }
}

extension Endpoints {
    static let assignments: [any EndpointDeclaration] = [listAssignments, exportMarks, showAssignment, markEntriesRead, setDraft]

    public static let listAssignments = Endpoint<AssignmentQuery, Page<Assignment>>(
        "listAssignments", .get, "/assignments", .user, feature: .class,
        summary: "List your assignments as a student, earliest due time first.",
        details: "To select a week, send its two instants as `dueFrom` and `dueBefore`: tasks have no time zone.")
    public static let showAssignment = Endpoint<AssignmentReference, Assignment>(
        "showAssignment", .get, "/assignments/{assignmentID}", .user, feature: .class,
        summary: "Retrieve one of your assignments, or one of a task that you teach.")
    public static let markEntriesRead = Endpoint<EntryReadMark, UnreadEntries>(
        "markEntriesRead", .put, "/assignments/{assignmentID}/read", .user, feature: .class,
        summary: "Mark an assignment as read, up to an entry.", details: "The read mark never moves backwards.")
    public static let setDraft = Endpoint<NewDraft, Assignment>(
        "setDraft", .put, "/assignments/{assignmentID}/draft", .teaching, feature: .class, errors: [.closed, .assignmentChanged],
        isIdempotent: false, summary: "Replace the draft of an evaluation, which all teachers of the task share.",
        details: "Students never see the draft. Publishing an evaluation takes omitted fields from the draft and deletes it.")
}
