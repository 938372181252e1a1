import Foundation

/// How far an assignment is.
public struct AssignmentState: OpenEnumeration {
    /// The student has not begun.
    public static let todo = Self(keeping: "todo")
    public static let inProgress = Self(keeping: "inProgress")
    /// The student has handed in, and no teacher has answered.
    public static let submitted = Self(keeping: "submitted")
    /// A teacher has given it back, to be worked on again.
    public static let returned = Self(keeping: "returned")
    public static let done = Self(keeping: "done")
    /// A teacher has let the student off.
    public static let excused = Self(keeping: "excused")

    public static let allCases = [todo, inProgress, submitted, returned, done, excused]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// What an assignment wants of who looks.
public struct AssignmentAttention: OpenEnumeration {
    /// The student has to do something.
    public static let work = Self(keeping: "work")
    /// A teacher has to look at an attempt.
    public static let review = Self(keeping: "review")
    /// There are entries of others that one has not read.
    public static let read = Self(keeping: "read")
    /// A teacher has not looked yet.
    public static let wait = Self(keeping: "wait")
    public static let none = Self(keeping: "none")

    public static let allCases = [work, review, read, wait, none]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A task as its assignments show it.
public struct AssignedTask: Codable, Sendable, Equatable {
    public let id: UUID
    public let title: String
    /// Left out in lists.
    public let description: String?
    public let priority: Priority
    public let tags: [String]
    /// Where there are none, it is evaluated by words.
    public let maxPoints: Hundredths?
    /// The task's own; the assignment's may be later.
    public let dueAt: Date?
    public let locksAt: Date?
    /// Left out in lists.
    public let files: [File]?
    /// The host first, then by joining.
    public let teachers: [User]

    public init(
        id: UUID, title: String, description: String?, priority: Priority, tags: [String], maxPoints: Hundredths?, dueAt: Date?,
        locksAt: Date?, files: [File]?, teachers: [User]
    ) {
        (self.id, self.title, self.description, self.priority, self.tags) = (id, title, description, priority, tags)
        (self.maxPoints, self.dueAt, self.locksAt, self.files, self.teachers) = (maxPoints, dueAt, locksAt, files, teachers)
    }
}

/// What teachers have written of an assignment and not published, one for all of them.
public struct EvaluationDraft: Codable, Sendable, Equatable {
    public let points: Hundredths?
    public let word: String?
    public let text: String?
    /// Who wrote it last; nil when their account is gone.
    public let by: UserStub?

    public init(points: Hundredths?, word: String?, text: String?, by: UserStub?) {
        (self.points, self.word, self.text, self.by) = (points, word, text, by)
    }
}

/// The latest that a teacher has published of an assignment.
public struct Evaluation: Codable, Sendable, Equatable {
    /// The entry that it came with.
    public let entryID: UUID
    /// The attempt that it is about; 0 where there was none.
    public let attempt: Int
    public let points: Hundredths?
    public let word: String?
    public let text: String?
    public let at: Date
    /// Nil when the account is gone.
    public let by: UserStub?

    public init(entryID: UUID, attempt: Int, points: Hundredths?, word: String?, text: String?, at: Date, by: UserStub?) {
        (self.entryID, self.attempt, self.points, self.word, self.text) = (entryID, attempt, points, word, text)
        (self.at, self.by) = (at, by)
    }
}

/// A task as one student has it, as the student or a teacher of the task sees it.
public struct Assignment: Codable, Sendable, Equatable {
    public let id: UUID
    public let task: AssignedTask
    public let student: User
    public let state: AssignmentState
    /// Whether it can be read only: the task is closed or has no teacher any more, or its host doesn't teach the student any more.
    public let closed: Bool
    /// Its own: the later of the task's and `extendedTo`.
    public let dueAt: Date?
    /// Its own: the later of the task's and `extendedTo`.
    public let locksAt: Date?
    public let extendedTo: Date?
    /// How many attempts stand.
    public let attempt: Int
    /// When the last attempt came.
    public let submittedAt: Date?
    /// When a teacher opened it.
    public let openedAt: Date?
    /// Whether the first attempt came after the due minute.
    public let late: Bool
    /// Whether the due minute is over and there is no attempt.
    public let missing: Bool
    public let evaluation: Evaluation?
    /// Told to teachers only, and left out in lists.
    public let draft: EvaluationDraft?
    /// Told to teachers only: rises with all that is done but messages.
    public let version: Int?
    /// The number of the last entry I have read; 0 before the first.
    public let readNumber: Int
    /// Entries of others that I have not read.
    public let unreadCount: Int
    public let attention: AssignmentAttention
    public let lastActivityAt: Date
    /// Since when it is done, excused or closed.
    public let completedAt: Date?
    /// Seven days after that: from then on it is archived, whether that has been told or not.
    public let archivesAt: Date?
    /// Whether that is seven days ago or longer.
    public let archived: Bool

    public init(
        id: UUID, task: AssignedTask, student: User, state: AssignmentState, closed: Bool, dueAt: Date?, locksAt: Date?, extendedTo: Date?,
        attempt: Int, submittedAt: Date?, openedAt: Date?, late: Bool, missing: Bool, evaluation: Evaluation?, draft: EvaluationDraft?,
        version: Int?, readNumber: Int, unreadCount: Int, attention: AssignmentAttention, lastActivityAt: Date, completedAt: Date?,
        archivesAt: Date?, archived: Bool
    ) {
        (self.id, self.task, self.student, self.state, self.closed) = (id, task, student, state, closed)
        (self.dueAt, self.locksAt, self.extendedTo) = (dueAt, locksAt, extendedTo)
        (self.attempt, self.submittedAt, self.openedAt, self.late, self.missing) = (attempt, submittedAt, openedAt, late, missing)
        (self.evaluation, self.draft, self.version) = (evaluation, draft, version)
        (self.readNumber, self.unreadCount, self.attention) = (readNumber, unreadCount, attention)
        (self.lastActivityAt, self.completedAt, self.archivesAt, self.archived) = (lastActivityAt, completedAt, archivesAt, archived)
    }
}

/// One of my assignments, or of a task that I teach.
public struct AssignmentReference: Input {
    public let assignmentID: UUID

    public init(assignmentID: UUID) {
        self.assignmentID = assignmentID
    }

    public init(_ fields: inout Fields) {
        assignmentID = fields.required("assignmentID", .uuid)
    }
}

/// What teachers shall have written of an assignment: all of it. Without any field there is no draft any more.
public struct NewDraft: Input {
    public let assignmentID: UUID
    /// That of the assignment that the draft rests on.
    public let version: Int
    /// 0 to the task's `maxPoints`.
    public let points: Hundredths?
    /// 1 to 40 characters, where the task has no `maxPoints`.
    public let word: String?
    /// 1 to 4,000 characters.
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
    /// 0 to 10,000, as many as a task can have.
    static var points: Self { hundredths(0...10_000) }
}

extension FieldType<String> {
    package static var evaluationWord: Self { text(1...40) }
    package static var entryText: Self { text(1...4000, lines: true) }
}
