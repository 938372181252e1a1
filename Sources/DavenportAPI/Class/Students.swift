import Foundation

/// A student as a teacher sees them.
public struct Student: Codable, Sendable, Equatable {
    public let user: User
    /// Of my own students alone, like what follows.
    public let email: String?
    /// Since when I teach them.
    public let since: Date?

    public init(user: User, email: String?, since: Date?) {
        self.user = user
        self.email = email
        self.since = since
    }
}

/// Which students to list, and from where.
public struct StudentQuery: PagedInput {
    /// Those whom I teach, or the others, as many of whom I may add.
    public let mine: Bool
    public var after: String?
    /// At most so many: 1 to 100.
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

/// Which assignments of a student to list, and from where.
public struct StudentAssignmentQuery: PagedInput {
    public let userID: UUID
    /// Archived ones, or the others.
    public let archived: Bool
    public var after: String?
    /// At most so many: 1 to 100.
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
    /// Who may teach, so that a tutor who owns the community needs one account (rules 11).
    static let teaching = Who.roles(Role.teaching)
}

extension Role {
    /// The roles that teach.
    package static let teaching: Set<Role> = [.teacher, .admin, .owner]
}

extension Endpoints {
    static let students: [any EndpointDeclaration] = [
        listStudents, addStudent, removeStudent, listStudentAssignments, listTeachers, leaveTeacher,
    ]

    public static let listStudents = Endpoint<StudentQuery, Page<Student>>(
        "listStudents", .get, "/students", .teaching, feature: .class,
        summary: "My students by username, or those of the community whom I could add.")
    public static let addStudent = Endpoint<UserReference, Student>(
        "addStudent", .put, "/students/{userID}", .teaching, feature: .class, errors: [.unknownUser, .limitReached],
        summary: "Make a student of the community mine.", details: "Assignments that removing them had closed are open again.")
    public static let removeStudent = Endpoint<UserReference, NoContent>(
        "removeStudent", .delete, "/students/{userID}", .teaching, feature: .class, success: 204,
        summary: "Teach somebody no longer.", details: "Their assignments in tasks of which I am the host are closed. Nothing is deleted.")
    public static let listStudentAssignments = Endpoint<StudentAssignmentQuery, Page<Assignment>>(
        "listStudentAssignments", .get, "/students/{userID}/assignments", .teaching, feature: .class,
        summary: "What a student has of the tasks that I teach.")
    public static let listTeachers = Endpoint<NoInput, Items<User>>(
        "listTeachers", .get, "/teachers", .user, feature: .class, summary: "Who teaches me.")
    public static let leaveTeacher = Endpoint<UserReference, NoContent>(
        "leaveTeacher", .delete, "/teachers/{userID}", .user, feature: .class, success: 204,
        summary: "Be somebody's student no longer.")
}
