import Foundation

/// The state of an assignment.
public struct AssignmentState: OpenEnumeration {
    /// The student hasn't begun to work.
    public static let todo = Self(keeping: "todo")
    public static let inProgress = Self(keeping: "inProgress")
    /// The student submitted an attempt, which no teacher has answered yet.
    public static let submitted = Self(keeping: "submitted")
    /// A teacher returned the attempt for more work.
    public static let returned = Self(keeping: "returned")
    public static let done = Self(keeping: "done")
    /// A teacher excused the student.
    public static let excused = Self(keeping: "excused")

    public static let allCases = [todo, inProgress, submitted, returned, done, excused]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The next step of an assignment, from the caller's point of view (rule 11.21).
public struct AssignmentAttention: OpenEnumeration {
    /// The student has work to do.
    public static let work = Self(keeping: "work")
    /// A teacher has to review an attempt.
    public static let review = Self(keeping: "review")
    /// The caller hasn't read all entries of other people.
    public static let read = Self(keeping: "read")
    /// The student waits for a teacher's review.
    public static let wait = Self(keeping: "wait")
    public static let none = Self(keeping: "none")

    public static let allCases = [work, review, read, wait, none]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// The task that an assignment belongs to, as the assignment's JSON contains it.
public struct AssignedTask: Codable, Sendable, Equatable {
    public let id: UUID
    public let title: String
    /// The description. It is nil in lists, and if the task has none.
    public let description: String?
    public let priority: Priority
    public let tags: [String]
    /// The maximum number of points. It is nil if teachers evaluate with a word instead of points.
    public let maxPoints: Hundredths?
    /// The task's due time; nil if there is none. The due time of the assignment itself may be later.
    public let dueAt: Date?
    public let locksAt: Date?
    /// The task's files; nil in lists.
    public let files: [File]?
    /// The task's teachers: first its host, who edits and assigns the task, then the others by time of joining.
    public let teachers: [User]

    public init(
        id: UUID, title: String, description: String?, priority: Priority, tags: [String], maxPoints: Hundredths?, dueAt: Date?,
        locksAt: Date?, files: [File]?, teachers: [User]
    ) {
        (self.id, self.title, self.description, self.priority, self.tags) = (id, title, description, priority, tags)
        (self.maxPoints, self.dueAt, self.locksAt, self.files, self.teachers) = (maxPoints, dueAt, locksAt, files, teachers)
    }
}

/// An unpublished evaluation of an assignment, shared by all teachers of the task.
public struct EvaluationDraft: Codable, Sendable, Equatable {
    public let points: Hundredths?
    public let word: String?
    public let text: String?
    /// The teacher who last changed the draft; nil if the account was deleted.
    public let by: UserStub?

    public init(points: Hundredths?, word: String?, text: String?, by: UserStub?) {
        (self.points, self.word, self.text, self.by) = (points, word, text, by)
    }
}

/// The latest published evaluation of an assignment.
public struct Evaluation: Codable, Sendable, Equatable {
    /// The id of the entry that published the evaluation.
    public let entryID: UUID
    /// The number of the evaluated attempt; 0 if there was none.
    public let attempt: Int
    public let points: Hundredths?
    public let word: String?
    public let text: String?
    public let at: Date
    /// The teacher who evaluated the attempt; nil if the account was deleted.
    public let by: UserStub?

    public init(entryID: UUID, attempt: Int, points: Hundredths?, word: String?, text: String?, at: Date, by: UserStub?) {
        (self.entryID, self.attempt, self.points, self.word, self.text) = (entryID, attempt, points, word, text)
        (self.at, self.by) = (at, by)
    }
}

/// One student's copy of a task, as the student or a teacher of the task sees it.
public struct Assignment: Codable, Sendable, Equatable {
    public let id: UUID
    public let task: AssignedTask
    public let student: User
    public let state: AssignmentState
    /// Whether the assignment is read-only. It is if the task is closed or has no teacher, or if the task's host no
    /// longer teaches the student.
    public let closed: Bool
    /// The assignment's due time: the task's due time or the extended one (`extendedTo`), whichever is later. It is nil
    /// if there is none.
    public let dueAt: Date?
    /// The time after which a first attempt is refused: the task's lock time or the extended due time (`extendedTo`),
    /// whichever is later. It is nil if the task never locks.
    public let locksAt: Date?
    public let extendedTo: Date?
    /// The number of submitted attempts that weren't taken back.
    public let attempt: Int
    /// The time at which the student submitted the last attempt; nil without an attempt.
    public let submittedAt: Date?
    /// The time at which a teacher opened the last attempt; nil if none has.
    public let openedAt: Date?
    /// Whether the student submitted the first attempt late. An attempt is on time until the end of the due time's
    /// minute.
    public let late: Bool
    /// Whether the due time's minute is over and the student has submitted no attempt.
    public let missing: Bool
    public let evaluation: Evaluation?
    /// The draft of an evaluation. It is nil if there is none, for students, and in lists.
    public package(set) var draft: EvaluationDraft?
    /// The version of the assignment, with which a teacher's request shows what it is based on; nil for students. Every
    /// action except a message and every change of the draft increase it by 1.
    public package(set) var version: Int?
    /// The number of the last entry that the caller has read; 0 if none.
    public let readNumber: Int
    /// The number of other people's entries that the caller hasn't read.
    public let unreadCount: Int
    public let attention: AssignmentAttention
    public let lastActivityAt: Date
    /// The time at which the assignment became done, excused or closed; nil while it is none of these.
    public let completedAt: Date?
    /// The time from which the assignment is archived, even if the client has received no change that says so. It is
    /// seven days after `completedAt`; nil while the assignment isn't done, excused or closed.
    public let archivesAt: Date?
    /// Whether the assignment has been done, excused or closed for at least seven days.
    public package(set) var archived: Bool
    /// Whether the task is the caller's own: they made it for themselves alone, and no teacher sees it.
    public let own: Bool

    public init(
        id: UUID, task: AssignedTask, student: User, state: AssignmentState, closed: Bool, dueAt: Date?, locksAt: Date?, extendedTo: Date?,
        attempt: Int, submittedAt: Date?, openedAt: Date?, late: Bool, missing: Bool, evaluation: Evaluation?, draft: EvaluationDraft?,
        version: Int?, readNumber: Int, unreadCount: Int, attention: AssignmentAttention, lastActivityAt: Date, completedAt: Date?,
        archivesAt: Date?, archived: Bool, own: Bool = false
    ) {
        (self.id, self.task, self.student, self.state, self.closed) = (id, task, student, state, closed)
        (self.dueAt, self.locksAt, self.extendedTo) = (dueAt, locksAt, extendedTo)
        (self.attempt, self.submittedAt, self.openedAt, self.late, self.missing) = (attempt, submittedAt, openedAt, late, missing)
        (self.evaluation, self.draft, self.version) = (evaluation, draft, version)
        (self.readNumber, self.unreadCount, self.attention) = (readNumber, unreadCount, attention)
        (self.lastActivityAt, self.completedAt, self.archivesAt, self.archived) = (lastActivityAt, completedAt, archivesAt, archived)
        self.own = own
    }
}

/// A reference to an assignment that is the caller's own, or whose task the caller teaches.
public struct AssignmentReference: Input {
    public let assignmentID: UUID

    public init(assignmentID: UUID) {
        self.assignmentID = assignmentID
    }

    public init(_ fields: inout Fields) {
        assignmentID = fields.required("assignmentID", .uuid)
    }
}

/// The complete draft of an evaluation, which replaces the previous draft. A request without points, word and text
/// deletes the draft.
public struct NewDraft: Input {
    public let assignmentID: UUID
    /// The version of the assignment that the draft is based on. The server answers `assignment_changed` if it is
    /// outdated.
    public let version: Int
    /// The points: 0 to the task's `maxPoints`; nil for none.
    public let points: Hundredths?
    /// A word instead of points, if the task has no `maxPoints`: 1 to 40 characters; nil for none.
    public let word: String?
    /// The text: 1 to 4,000 characters; nil for none.
    public let text: String?

    public init(assignmentID: UUID, version: Int, points: Hundredths? = nil, word: String? = nil, text: String? = nil) {
        (self.assignmentID, self.version, self.points, self.word, self.text) = (assignmentID, version, points, word, text)
    }

    public init(_ fields: inout Fields) {
        assignmentID = fields.required("assignmentID", .uuid)
        version = fields.required("version", .version)
        points = fields.optional("points", .points)
        word = fields.optional("word", .evaluationWord)
        text = fields.optional("text", .entryText)
    }
}

extension FieldType<Int> {
    static var version: Self { integer(0...Int(Int32.max)) }
}

extension FieldType<Hundredths> {
    /// A number of points: 0 to 10,000, which is the highest maximum that a task can have.
    static var points: Self { hundredths(0...10_000) }
}
