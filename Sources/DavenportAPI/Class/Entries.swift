import Foundation

/// Something that is done to an assignment.
public struct EntryAction: OpenEnumeration {
    public static let message = Self(keeping: "message")
    /// The student begins.
    public static let start = Self(keeping: "start")
    /// The student hands in an attempt.
    public static let submit = Self(keeping: "submit")
    /// The student takes the last attempt back, which no teacher has opened.
    public static let takeBack = Self(keeping: "takeBack")
    /// A teacher gives an attempt back, to be worked on again.
    public static let `return` = Self(keeping: "return")
    /// A teacher calls it done.
    public static let complete = Self(keeping: "complete")
    /// A teacher changes the evaluation of what was returned or is done.
    public static let evaluate = Self(keeping: "evaluate")
    /// A teacher lets the student off.
    public static let excuse = Self(keeping: "excuse")
    /// A teacher takes back that it is done or excused.
    public static let reopen = Self(keeping: "reopen")
    /// A teacher gives the student more time, or takes it back.
    public static let extend = Self(keeping: "extend")

    public static let allCases = [message, start, submit, takeBack, `return`, complete, evaluate, excuse, reopen, extend]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// Something that was done to an assignment, of its one numbered history.
public struct Entry: Codable, Sendable, Equatable {
    public let id: UUID
    public let assignmentID: UUID
    /// 1, 2, 3 … within the assignment, in the order in which it was done.
    public let number: Int
    public let action: EntryAction
    /// Nil when the account is gone.
    public let author: UserStub?
    public let at: Date
    public let text: String?
    public let files: [File]
    /// The number of a `submit`.
    public let attempt: Int?
    public let points: Hundredths?
    public let word: String?
    /// Of an `extend`; nil where it takes the extension back.
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

/// What was done, and what the assignment is since.
public struct RecordedEntry: Codable, Sendable, Equatable {
    public let entry: Entry
    public let assignment: Assignment

    public init(entry: Entry, assignment: Assignment) {
        self.entry = entry
        self.assignment = assignment
    }
}

/// Something that shall be done to an assignment.
public struct NewEntry: IdentifiedInput {
    public let assignmentID: UUID
    /// Chosen by the client so that a retry doesn't double; the server's choice otherwise.
    public var id: UUID?
    public let action: EntryAction
    /// That of the assignment that it rests on: `return`, `complete` and `evaluate` need it, others may have it.
    public let version: Int?
    /// 1 to 4,000 characters; a message needs it, or a file.
    public let text: String?
    /// Up to 10 that I have uploaded and nothing has named.
    public let fileIDs: [UUID]
    /// 0 to the task's `maxPoints`, with `return`, `complete` and `evaluate`.
    public let points: Hundredths?
    /// 1 to 40 characters, where the task has no `maxPoints`, with `return`, `complete` and `evaluate`.
    public let word: String?
    /// With `extend`: later than the task's own due time, or null to take the extension back.
    public let extendedTo: Patch<Date>

    /// An entry as a program makes it; the limits are those of the API.
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

/// Which part of an assignment's history to list.
public struct EntryQuery: PagedInput {
    /// How many entries a page may have.
    static let sizes = 1...500

    public let assignmentID: UUID
    public var after: String?
    /// At most so many: 1 to 500.
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

/// One entry of an assignment.
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
        summary: "What was done to an assignment, by number.")
    public static let createEntry = Endpoint<NewEntry, Created<RecordedEntry>>(
        "createEntry", .post, "/assignments/{assignmentID}/entries", .user, feature: .class, success: 201,
        errors: [
            .forbidden, .closed, .wrongState, .locked, .opened, .pastDue, .assignmentChanged, .unknownFile, .idTaken, .tooManyRequests,
        ],
        summary: "Say something, or do something to an assignment.",
        details: "Sent again with the same `id`, the request answers the entry, and the assignment as it is now, with 200.")
    public static let deleteEntry = Endpoint<EntryReference, NoContent>(
        "deleteEntry", .delete, "/assignments/{assignmentID}/entries/{entryID}", .user, feature: .class, success: 204,
        errors: [.forbidden, .closed, .entryFixed], summary: "Delete a message of mine that is no part of an attempt.")
}
