import Foundation

/// The priority of a task.
public struct Priority: OpenEnumeration {
    public static let none = Self(keeping: "none")
    public static let low = Self(keeping: "low")
    public static let medium = Self(keeping: "medium")
    public static let high = Self(keeping: "high")

    public static let allCases = [none, low, medium, high]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }
}

/// A teacher of a task.
public struct TaskTeacher: Codable, Sendable, Equatable {
    public let user: User
    /// Whether the teacher is the task's host, who alone edits and assigns the task. The host is its creator or, after
    /// they left, its longest-standing teacher.
    public let isHost: Bool
    public let since: Date

    public init(user: User, isHost: Bool, since: Date) {
        self.user = user
        self.isHost = isHost
        self.since = since
    }
}

/// Counts over all assignments of a task: the assignments in each state, the late and the missing ones, and the entries
/// that the caller hasn't read.
public struct TaskCounts: Codable, Sendable, Equatable {
    public let todo: Int
    public let inProgress: Int
    public let submitted: Int
    public let returned: Int
    public let done: Int
    public let excused: Int
    public let late: Int
    public let missing: Int
    public let unread: Int

    public init(
        todo: Int, inProgress: Int, submitted: Int, returned: Int, done: Int, excused: Int, late: Int, missing: Int, unread: Int
    ) {
        (self.todo, self.inProgress, self.submitted, self.returned) = (todo, inProgress, submitted, returned)
        (self.done, self.excused, self.late, self.missing, self.unread) = (done, excused, late, missing, unread)
    }
}

/// A task as one of its teachers sees it. The name avoids a conflict with Swift's `Task`.
public struct ClassTask: Codable, Sendable, Equatable {
    public let id: UUID
    public let title: String
    /// The description. It is nil in lists, and if the task has none.
    public let description: String?
    public let priority: Priority
    public let tags: [String]
    /// The maximum number of points. It is nil if teachers evaluate with a word instead of points.
    public let maxPoints: Hundredths?
    /// The time from which students can see the task; nil if they see it at once.
    public let opensAt: Date?
    /// The due time; nil if there is none. An attempt is on time until the end of the due time's minute.
    public let dueAt: Date?
    /// The lock time; nil if the task never locks. The server refuses a first attempt after the lock time's minute.
    public let locksAt: Date?
    public let closed: Bool
    /// The task's files; nil in lists.
    public let files: [File]?
    /// The teachers: first the host, then the others by time of joining.
    public let teachers: [TaskTeacher]
    public let createdAt: Date
    public let editedAt: Date?
    /// The time at which the last of the task's assignments became done, excused or closed; nil while at least one
    /// hasn't.
    public let completedAt: Date?
    /// Whether all of the task's assignments have been done, excused or closed for at least seven days.
    public let archived: Bool
    public let counts: TaskCounts

    public init(
        id: UUID, title: String, description: String?, priority: Priority, tags: [String], maxPoints: Hundredths?, opensAt: Date?,
        dueAt: Date?, locksAt: Date?, closed: Bool, files: [File]?, teachers: [TaskTeacher], createdAt: Date, editedAt: Date?,
        completedAt: Date?, archived: Bool, counts: TaskCounts
    ) {
        (self.id, self.title, self.description, self.priority, self.tags) = (id, title, description, priority, tags)
        (self.maxPoints, self.opensAt, self.dueAt, self.locksAt, self.closed) = (maxPoints, opensAt, dueAt, locksAt, closed)
        (self.files, self.teachers, self.createdAt, self.editedAt, self.completedAt) = (files, teachers, createdAt, editedAt, completedAt)
        (self.archived, self.counts) = (archived, counts)
    }
}

/// The times at which a task opens, is due and locks, in whole minutes.
public struct TaskTimes: Sendable, Equatable {
    public var opensAt: Date?
    public var dueAt: Date?
    public var locksAt: Date?

    public init(opensAt: Date?, dueAt: Date?, locksAt: Date?) {
        (self.opensAt, self.dueAt, self.locksAt) = (opensAt, dueAt, locksAt)
    }

    /// One fault for each rule that the times break: a task must open before its due time, and can't lock before its
    /// due time.
    package var faults: [FieldFault] {
        var faults: [FieldFault] = []
        if let opensAt, let dueAt, opensAt >= dueAt {
            faults.append(FieldFault(field: "dueAt", code: .outOfRange, message: "must be after opensAt"))
        }
        if let locksAt, let earliest = dueAt ?? opensAt, locksAt < earliest || dueAt == nil && locksAt == earliest {
            let message = dueAt == nil ? "must be after opensAt" : "must not be before dueAt"
            faults.append(FieldFault(field: "locksAt", code: .outOfRange, message: message))
        }
        return faults
    }
}

/// The data of a new task, with the students to assign it to.
public struct NewTask: IdentifiedInput, Equatable {
    /// A UUID that the client chooses, so that a retry creates nothing twice. If it is nil, the server chooses one.
    public var id: UUID?
    /// The title: 1 to 200 characters.
    public let title: String
    /// The description: 1 to 10,000 characters; nil for none.
    public let description: String?
    public let priority: Priority
    /// Up to 10 tags of 1 to 40 characters each. If several tags differ only in case, the server keeps the first.
    public let tags: [String]
    /// The maximum number of points: 0.01 to 10,000. It is nil if teachers evaluate with a word instead of points.
    public let maxPoints: Hundredths?
    public let opensAt: Date?
    public let dueAt: Date?
    public let locksAt: Date?
    /// The ids of up to 10 files that the caller uploaded and that aren't in use.
    public let fileIDs: [UUID]
    /// The ids of students that the caller teaches. Without any, the task is a draft.
    public let studentIDs: [UUID]

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        id: UUID? = nil, title: String, description: String? = nil, priority: Priority = .none, tags: [String] = [],
        maxPoints: Hundredths? = nil, opensAt: Date? = nil, dueAt: Date? = nil, locksAt: Date? = nil, fileIDs: [UUID] = [],
        studentIDs: [UUID] = []
    ) {
        (self.id, self.title, self.description, self.priority, self.tags) = (id, title, description, priority, tags)
        (self.maxPoints, self.opensAt, self.dueAt, self.locksAt) = (maxPoints, opensAt, dueAt, locksAt)
        (self.fileIDs, self.studentIDs) = (fileIDs, studentIDs)
    }

    public init(_ fields: inout Fields) {
        id = fields.optional("id", .uuid)
        title = fields.required("title", .taskTitle)
        description = fields.optional("description", .taskDescription)
        priority = fields.optional("priority", .priority, default: .none)
        tags = fields.optional("tags", .tags, default: [])
        maxPoints = fields.optional("maxPoints", .maxPoints)
        opensAt = fields.optional("opensAt", .minute)
        dueAt = fields.optional("dueAt", .minute)
        locksAt = fields.optional("locksAt", .minute)
        fileIDs = fields.optional("fileIDs", .fileIDs, default: [])
        studentIDs = fields.optional("studentIDs", .uuids(upTo: TaskStudents.limit), default: [])
        for fault in times.faults { fields.record(fault) }
    }

    package var times: TaskTimes { TaskTimes(opensAt: opensAt, dueAt: dueAt, locksAt: locksAt) }
}

/// The changes to a task. An omitted field keeps its value, and `null` clears an optional field.
public struct TaskChange: Input {
    public let taskID: UUID
    /// The new title: 1 to 200 characters; nil keeps the title.
    public let title: String?
    /// The new description: 1 to 10,000 characters.
    public let description: Patch<String>
    public let priority: Patch<Priority>
    public let tags: Patch<[String]>
    /// The new maximum number of points. It can't change once a teacher has given or drafted points.
    public let maxPoints: Patch<Hundredths>
    /// The new opening time. It can't change once a student can see the task.
    public let opensAt: Patch<Date>
    public let dueAt: Patch<Date>
    public let locksAt: Patch<Date>
    /// The ids of all files of the task. Files of the task that aren't in the list are deleted.
    public let fileIDs: Patch<[UUID]>
    /// True closes the task, and false reopens it. Nil changes nothing.
    public let closed: Bool?

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        taskID: UUID, title: String? = nil, description: Patch<String> = .keep, priority: Patch<Priority> = .keep,
        tags: Patch<[String]> = .keep, maxPoints: Patch<Hundredths> = .keep, opensAt: Patch<Date> = .keep, dueAt: Patch<Date> = .keep,
        locksAt: Patch<Date> = .keep, fileIDs: Patch<[UUID]> = .keep, closed: Bool? = nil
    ) {
        (self.taskID, self.title, self.description, self.priority, self.tags) = (taskID, title, description, priority, tags)
        (self.maxPoints, self.opensAt, self.dueAt, self.locksAt, self.closed) = (maxPoints, opensAt, dueAt, locksAt, closed)
        self.fileIDs = fileIDs
    }

    public init(_ fields: inout Fields) {
        taskID = fields.required("taskID", .uuid)
        title = fields.optional("title", .taskTitle)
        description = fields.patch("description", .taskDescription)
        priority = fields.patch("priority", .priority)
        tags = fields.patch("tags", .tags)
        maxPoints = fields.patch("maxPoints", .maxPoints)
        opensAt = fields.patch("opensAt", .minute)
        dueAt = fields.patch("dueAt", .minute)
        locksAt = fields.patch("locksAt", .minute)
        fileIDs = fields.patch("fileIDs", .fileIDs)
        closed = fields.optional("closed", .boolean)
    }
}

extension FieldType<String> {
    package static var taskTitle: Self { text(1...200) }
    package static var taskDescription: Self { text(1...10_000, lines: true) }
    package static var tag: Self { text(1...40) }
}

extension FieldType<[String]> {
    static var tags: Self { texts(upTo: 10, of: 1...40) }
}

extension FieldType<Priority> {
    static var priority: Self { oneOf(Priority.self, placeholder: .none) }
}

extension FieldType<Hundredths> {
    /// The maximum number of points of a task: 0.01 to 10,000.
    static var maxPoints: Self { hundredths(Hundredths(count: 1)...10_000) }
}
