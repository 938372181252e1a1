import Foundation

/// A filter and a position in the list of the tasks that the caller teaches.
public struct TaskQuery: PagedInput {
    /// Whether to return archived tasks instead of active ones.
    public let archived: Bool
    public let priority: Priority?
    /// A tag that the returned tasks must have, regardless of case; nil for any tag.
    public let tag: String?
    /// A text that the title or a tag of a returned task must contain, regardless of case; nil for any text.
    public let query: String?
    public var after: String?
    /// The maximum number of tasks on the page: 1 to 100.
    public let limit: Int

    public init(
        archived: Bool = false, priority: Priority? = nil, tag: String? = nil, query: String? = nil, after: String? = nil,
        limit: Int = PageQuery.usual
    ) {
        (self.archived, self.priority, self.tag, self.query) = (archived, priority, tag, query)
        (self.after, self.limit) = (after, limit)
    }

    public init(_ fields: inout Fields) {
        archived = fields.optional("archived", .boolean, default: false)
        priority = fields.optional("priority", .priority)
        tag = fields.optional("tag", .tag)
        query = fields.optional("query", .text(1...200))
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// A reference to a task that the caller teaches.
public struct TaskReference: Input {
    public let taskID: UUID

    public init(taskID: UUID) {
        self.taskID = taskID
    }

    public init(_ fields: inout Fields) {
        taskID = fields.required("taskID", .uuid)
    }
}

/// A task, with the students to assign it to.
public struct TaskStudents: Input {
    /// The maximum number of students of a task (rules 11).
    package static let limit = 100

    public let taskID: UUID
    /// The ids of students that the caller teaches. A student who already has the task keeps the assignment unchanged.
    public let studentIDs: [UUID]

    public init(taskID: UUID, studentIDs: [UUID]) {
        self.taskID = taskID
        self.studentIDs = studentIDs
    }

    public init(_ fields: inout Fields) {
        taskID = fields.required("taskID", .uuid)
        studentIDs = fields.required("studentIDs", .uuids(upTo: Self.limit))
    }
}

/// A reference to a task, and to a person who is or becomes a student or teacher of the task.
public struct TaskPersonReference: Input {
    public let taskID: UUID
    public let userID: UUID

    public init(taskID: UUID, userID: UUID) {
        self.taskID = taskID
        self.userID = userID
    }

    public init(_ fields: inout Fields) {
        taskID = fields.required("taskID", .uuid)
        userID = fields.required("userID", .uuid)
    }
}

extension Endpoints {
    static let tasks: [any EndpointDeclaration] = [
        createTask, listTasks, showTask, changeTask, deleteTask, listTaskAssignments, assignTask, withdrawAssignment, addTeacher,
        removeTeacher,
    ]

    public static let createTask = Endpoint<NewTask, Created<ClassTask>>(
        "createTask", .post, "/tasks", .teaching, feature: .class, success: 201,
        errors: [.forbidden, .unknownUser, .unknownFile, .idTaken, .tooManyRequests],
        summary: "Create a task for some of your students. Without any, it is a draft.",
        details: """
            Times are truncated to whole minutes. Requires a teacher's age. A retry with the same `id` returns the existing task in its \
            current state, with status 200.
            """)
    public static let listTasks = Endpoint<TaskQuery, Page<ClassTask>>(
        "listTasks", .get, "/tasks", .teaching, feature: .class,
        summary: "List the tasks that you teach, earliest due time first. Archived ones are sorted by completion, latest first.")
    public static let showTask = Endpoint<TaskReference, ClassTask>(
        "showTask", .get, "/tasks/{taskID}", .teaching, feature: .class, summary: "Retrieve a task that you teach.")
    public static let changeTask = Endpoint<TaskChange, ClassTask>(
        "changeTask", .patch, "/tasks/{taskID}", .teaching, feature: .class, errors: [.forbidden, .taskEvaluated, .unknownFile],
        summary: "Change, close or reopen a task that you host.",
        details: "No change can make punctual work late.")
    public static let deleteTask = Endpoint<TaskReference, NoContent>(
        "deleteTask", .delete, "/tasks/{taskID}", .teaching, feature: .class, success: 204, errors: [.forbidden, .workExists],
        summary: "Delete a task that you host and that no student has worked on.")
    public static let listTaskAssignments = Endpoint<TaskReference, Items<Assignment>>(
        "listTaskAssignments", .get, "/tasks/{taskID}/assignments", .teaching, feature: .class,
        summary: "List a task's assignments, by the students' usernames.")
    public static let assignTask = Endpoint<TaskStudents, ClassTask>(
        "assignTask", .put, "/tasks/{taskID}/students", .teaching, feature: .class,
        errors: [.forbidden, .unknownUser, .limitReached],
        summary: "Assign a task that you host to more of your students. Assigns it to all of them or none.")
    public static let withdrawAssignment = Endpoint<TaskPersonReference, NoContent>(
        "withdrawAssignment", .delete, "/tasks/{taskID}/students/{userID}", .teaching, feature: .class, success: 204,
        errors: [.forbidden, .workExists], summary: "Withdraw a task that you host from a student who hasn't worked on it.")
    public static let addTeacher = Endpoint<TaskPersonReference, ClassTask>(
        "addTeacher", .put, "/tasks/{taskID}/teachers/{userID}", .teaching, feature: .class,
        errors: [.forbidden, .unknownUser, .limitReached], summary: "Add a teacher to a task that you host.")
    public static let removeTeacher = Endpoint<TaskPersonReference, NoContent>(
        "removeTeacher", .delete, "/tasks/{taskID}/teachers/{userID}", .teaching, feature: .class, success: 204,
        errors: [.forbidden, .lastTeacher], summary: "Leave a task as a teacher, or remove a teacher from a task that you host.",
        details: "If the host leaves, the longest-standing teacher becomes the host.")
}
