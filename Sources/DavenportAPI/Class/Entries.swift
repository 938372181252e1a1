import Foundation

/// The kind of an action on an assignment.
public struct EntryAction: OpenEnumeration {
    public static let message = Self(keeping: "message")
    /// The student begins to work.
    public static let start = Self(keeping: "start")
    /// The student submits an attempt for review.
    public static let submit = Self(keeping: "submit")
    /// The student takes back the last attempt. The server refuses it after a teacher has opened the attempt.
    public static let takeBack = Self(keeping: "takeBack")
    /// A teacher returns an attempt for more work.
    public static let `return` = Self(keeping: "return")
    /// A teacher marks the assignment as done.
    public static let complete = Self(keeping: "complete")
    /// A teacher changes the evaluation of a returned or completed assignment.
    public static let evaluate = Self(keeping: "evaluate")
    /// A teacher excuses the student.
    public static let excuse = Self(keeping: "excuse")
    /// A teacher undoes the completion of the assignment, or that the student was excused.
    public static let reopen = Self(keeping: "reopen")
    /// A teacher sets or removes a later due time for the student.
    public static let extend = Self(keeping: "extend")

    public static let allCases = [message, start, submit, takeBack, `return`, complete, evaluate, excuse, reopen, extend]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// One action on an assignment, as an entry in the assignment's numbered history.
public struct Entry: Codable, Sendable, Equatable {
    public let id: UUID
    public let assignmentID: UUID
    /// The entry's number in its assignment: 1, 2, 3 … in the order of the actions.
    public let number: Int
    public let action: EntryAction
    /// The person who performed the action; nil if the account was deleted.
    public let author: UserStub?
    public let at: Date
    public let text: String?
    public let files: [File]
    /// The number of the submitted attempt, if the action is `submit`; otherwise nil.
    public let attempt: Int?
    public let points: Hundredths?
    public let word: String?
    /// The student's later due time, if the action is `extend`. It is nil for other actions, and if the action removes
    /// the extension.
    public let extendedTo: Date?

    public init(
        id: UUID, assignmentID: UUID, number: Int, action: EntryAction, author: UserStub?, at: Date, text: String?, files: [File],
        attempt: Int?, points: Hundredths?, word: String?, extendedTo: Date?
    ) {
        (self.id, self.assignmentID, self.number, self.action, self.author, self.at) = (id, assignmentID, number, action, author, at)
        (self.text, self.files, self.attempt, self.points, self.word) = (text, files, attempt, points, word)
        self.extendedTo = extendedTo
    }
}

/// The entry that an action created, with the assignment as it is after the action.
public struct RecordedEntry: Codable, Sendable, Equatable {
    public let entry: Entry
    public let assignment: Assignment

    public init(entry: Entry, assignment: Assignment) {
        self.entry = entry
        self.assignment = assignment
    }
}

/// The data of a new action on an assignment.
public struct NewEntry: IdentifiedInput {
    public let assignmentID: UUID
    /// A UUID that the client chooses, so that a retry creates nothing twice. If it is nil, the server chooses one.
    public var id: UUID?
    public let action: EntryAction
    /// The version of the assignment that the action is based on. `return`, `complete` and `evaluate` require it; for
    /// other actions it may be nil.
    public let version: Int?
    /// The text: 1 to 4,000 characters; nil for none. A message requires a text or a file.
    public let text: String?
    /// The ids of up to 10 files that the caller uploaded and that aren't in use.
    public let fileIDs: [UUID]
    /// The points of an evaluation: 0 to the task's `maxPoints`; nil for none. Only `return`, `complete` and `evaluate`
    /// may have points.
    public let points: Hundredths?
    /// The evaluation in a word: 1 to 40 characters; nil for none. Only `return`, `complete` and `evaluate` may have
    /// one, and only if the task has no maximum number of points.
    public let word: String?
    /// The later due time of an `extend`. It must be after the task's own due time. Null removes the extension.
    public let extendedTo: Patch<Date>

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        assignmentID: UUID, id: UUID? = nil, action: EntryAction, version: Int? = nil, text: String? = nil, fileIDs: [UUID] = [],
        points: Hundredths? = nil, word: String? = nil, extendedTo: Patch<Date> = .keep
    ) {
        (self.assignmentID, self.id, self.action, self.version, self.text) = (assignmentID, id, action, version, text)
        (self.fileIDs, self.points, self.word, self.extendedTo) = (fileIDs, points, word, extendedTo)
    }

    public init(_ fields: inout Fields) {
        assignmentID = fields.required("assignmentID", .uuid)
        id = fields.optional("id", .uuid)
        action = fields.required("action", .oneOf(EntryAction.self, placeholder: .message))
        version = fields.optional("version", .version)
        text = fields.optional("text", .entryText)
        fileIDs = fields.optional("fileIDs", .fileIDs, default: [])
        points = fields.optional("points", .points)
        word = fields.optional("word", .evaluationWord)
        extendedTo = fields.patch("extendedTo", .minute)
    }
}

/// A position in the history of an assignment.
public struct EntryQuery: PagedInput {
    /// The allowed page sizes of the list of entries.
    static let sizes = 1...500

    public let assignmentID: UUID
    public var after: String?
    /// The maximum number of entries on the page: 1 to 500.
    public let limit: Int

    public init(assignmentID: UUID, after: String? = nil, limit: Int = PageQuery.usual) {
        self.assignmentID = assignmentID
        self.after = after
        self.limit = limit
    }

    public init(_ fields: inout Fields) {
        assignmentID = fields.required("assignmentID", .uuid)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(Self.sizes), default: PageQuery.usual)
    }
}

/// A reference to an entry of an assignment.
public struct EntryReference: Input {
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

extension Endpoints {
    static let entries: [any EndpointDeclaration] = [listEntries, createEntry, deleteEntry]

    public static let listEntries = Endpoint<EntryQuery, Page<Entry>>(
        "listEntries", .get, "/assignments/{assignmentID}/entries", .user, feature: .class,
        summary: "List an assignment's entries, by number.")
    public static let createEntry = Endpoint<NewEntry, Created<RecordedEntry>>(
        "createEntry", .post, "/assignments/{assignmentID}/entries", .user, feature: .class, success: 201,
        errors: [
            .forbidden, .closed, .wrongState, .locked, .opened, .pastDue, .assignmentChanged, .unknownFile, .idTaken, .tooManyRequests,
        ],
        summary: "Send a message or perform an action on an assignment.",
        details: "A retry with the same `id` returns the existing entry and the assignment's current state, with status 200.")
    public static let deleteEntry = Endpoint<EntryReference, NoContent>(
        "deleteEntry", .delete, "/assignments/{assignmentID}/entries/{entryID}", .user, feature: .class, success: 204,
        errors: [.forbidden, .closed, .entryFixed], summary: "Delete one of your messages that isn't part of an attempt.")
}

extension FieldType<String> {
    /// The text of an entry or of an evaluation: 1 to 4,000 characters, with line breaks.
    package static var entryText: Self { text(1...4000, lines: true) }
    /// An evaluation in a word, such as "Bravo": 1 to 40 characters.
    package static var evaluationWord: Self { text(1...40) }
}
