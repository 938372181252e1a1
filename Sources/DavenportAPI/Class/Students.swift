import Foundation

/// A student as a teacher sees them.
public struct Student: Codable, Sendable, Equatable {
    public let user: User
    /// The student's e-mail address; nil unless the caller teaches the student, and for teachers who chose their role at
    /// sign-up.
    public let email: String?
    /// The time since which the caller has been teaching the student; nil unless the caller teaches the student.
    public let since: Date?

    public init(user: User, email: String?, since: Date?) {
        self.user = user
        self.email = email
        self.since = since
    }
}

/// A filter and a position in the list of students.
public struct StudentQuery: PagedInput {
    /// True returns the caller's students. False returns the students that the caller could add.
    public let mine: Bool
    public var after: String?
    /// The maximum number of students on the page: 1 to 100.
    public let limit: Int

    public init(mine: Bool = true, after: String? = nil, limit: Int = PageQuery.usual) {
        self.mine = mine
        self.after = after
        self.limit = limit
    }

    public init(_ fields: inout Fields) {
        mine = fields.optional("mine", .boolean, default: true)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// A filter and a position in the list of a student's assignments.
public struct StudentAssignmentQuery: PagedInput {
    public let userID: UUID
    /// Whether to return archived assignments instead of active ones.
    public let archived: Bool
    public var after: String?
    /// The maximum number of assignments on the page: 1 to 100.
    public let limit: Int

    public init(userID: UUID, archived: Bool = false, after: String? = nil, limit: Int = PageQuery.usual) {
        self.userID = userID
        self.archived = archived
        self.after = after
        self.limit = limit
    }

    public init(_ fields: inout Fields) {
        userID = fields.required("userID", .uuid)
        archived = fields.optional("archived", .boolean, default: false)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

extension Who {
    /// The callers that an endpoint for teaching admits: teachers, admins and owners. Owners are included, so that a
    /// tutor who owns the community needs only one account (rules 11).
    static let teaching = Who.roles(Role.teaching)
}

extension Role {
    /// The roles that may teach.
    package static let teaching: Set<Role> = [.teacher, .admin, .owner]
}

extension Endpoints {
    static let students: [any EndpointDeclaration] = [
        listStudents, addStudent, removeStudent, listStudentAssignments, listTeachers, leaveTeacher,
    ]

    public static let listStudents = Endpoint<StudentQuery, Page<Student>>(
        "listStudents", .get, "/students", .teaching, feature: .class,
        summary: "List your students, or those that you can add, by username.")
    public static let addStudent = Endpoint<UserReference, Student>(
        "addStudent", .put, "/students/{userID}", .teaching, feature: .class, errors: [.unknownUser, .limitReached],
        summary: "Add a student of the community to your students.", details: "Assignments that their removal closed open again.")
    public static let removeStudent = Endpoint<UserReference, NoContent>(
        "removeStudent", .delete, "/students/{userID}", .teaching, feature: .class, success: 204,
        summary: "Remove a student.", details: "Closes their assignments of tasks that you host. Nothing is deleted.")
    public static let listStudentAssignments = Endpoint<StudentAssignmentQuery, Page<Assignment>>(
        "listStudentAssignments", .get, "/students/{userID}/assignments", .teaching, feature: .class,
        summary: "List a student's assignments of the tasks that you teach.")
    public static let listTeachers = Endpoint<NoInput, Items<User>>(
        "listTeachers", .get, "/teachers", .user, feature: .class, summary: "List your teachers.")
    public static let leaveTeacher = Endpoint<UserReference, NoContent>(
        "leaveTeacher", .delete, "/teachers/{userID}", .user, feature: .class, success: 204,
        summary: "Leave one of your teachers.")
}
