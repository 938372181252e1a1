import Foundation

/// Which of the tasks that I teach to list, and from where.
public struct TaskQuery: PagedInput {
    /// Archived ones, or the others.
    public let archived: Bool
    public let priority: Priority?
    /// Only tasks with this tag, in any case.
    public let tag: String?
    /// Only tasks whose title or one of whose tags has this in it, in any case.
    public let query: String?
    public var after: String?
    /// At most so many: 1 to 100.
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

/// A task that I teach.
public struct TaskReference: Input {
    public let taskID: UUID

    public init(taskID: UUID) {
        self.taskID = taskID
    }

    public init(_ fields: inout Fields) {
        taskID = fields.required("taskID", .uuid)
    }
}

/// A task, and whom it shall be assigned to.
public struct TaskStudents: Input {
    /// How many students a task is assigned to at most (rules 11).
    package static let limit = 100

    public let taskID: UUID
    /// Of my students. Who has the task already keeps it as it is.
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

/// A task, and somebody who has it or teaches it, or shall.
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
        summary: "Make a task, and assign it to some of my students; without any it is a draft.",
        details: "Times count by whole minutes. It takes a teacher's age. Sent again with the same `id`, it answers the task as it is now.")
    public static let listTasks = Endpoint<TaskQuery, Page<ClassTask>>(
        "listTasks", .get, "/tasks", .teaching, feature: .class,
        summary: "The tasks that I teach, those due next first; archived ones by completion, latest first.")
    public static let showTask = Endpoint<TaskReference, ClassTask>(
        "showTask", .get, "/tasks/{taskID}", .teaching, feature: .class, summary: "One of the tasks that I teach.")
    public static let changeTask = Endpoint<TaskChange, ClassTask>(
        "changeTask", .patch, "/tasks/{taskID}", .teaching, feature: .class, errors: [.forbidden, .taskEvaluated, .unknownFile],
        summary: "Change a task, close it or open it again; for its host.",
        details: "No change makes late what was on time.")
    public static let deleteTask = Endpoint<TaskReference, NoContent>(
        "deleteTask", .delete, "/tasks/{taskID}", .teaching, feature: .class, success: 204, errors: [.forbidden, .workExists],
        summary: "Delete a task on which no student has worked; for its host.")
    public static let listTaskAssignments = Endpoint<TaskReference, Items<Assignment>>(
        "listTaskAssignments", .get, "/tasks/{taskID}/assignments", .teaching, feature: .class,
        summary: "A task's assignments by the students' usernames.")
    public static let assignTask = Endpoint<TaskStudents, ClassTask>(
        "assignTask", .put, "/tasks/{taskID}/students", .teaching, feature: .class,
        errors: [.forbidden, .unknownUser, .limitReached], summary: "Assign a task to more of my students, all or none; for its host.")
    public static let withdrawAssignment = Endpoint<TaskPersonReference, NoContent>(
        "withdrawAssignment", .delete, "/tasks/{taskID}/students/{userID}", .teaching, feature: .class, success: 204,
        errors: [.forbidden, .workExists], summary: "Take a student out who has not worked on the task; for its host.")
    public static let addTeacher = Endpoint<TaskPersonReference, ClassTask>(
        "addTeacher", .put, "/tasks/{taskID}/teachers/{userID}", .teaching, feature: .class,
        errors: [.forbidden, .unknownUser, .limitReached], summary: "Let somebody teach a task too; for its host.")
    public static let removeTeacher = Endpoint<TaskPersonReference, NoContent>(
        "removeTeacher", .delete, "/tasks/{taskID}/teachers/{userID}", .teaching, feature: .class, success: 204,
        errors: [.forbidden, .lastTeacher], summary: "Stop teaching a task, or as its host let another stop.",
        details: "The host's place goes to the longest-standing.")
}
