import DavenportAPI
import Domain
import Foundation

/// Limits of the class area (rules 11).
enum ClassRules {
    /// The maximum number of students that a teacher can have (rule 11.2).
    static let students = 200
    /// The maximum number of students that a task can be assigned to.
    static let assignments = TaskStudents.limit
    /// The maximum number of tasks that somebody can make for themselves (rule 11.52).
    static let ownTasks = 200
    /// The maximum number of teachers that a task can have, including its host (rule 11.7).
    static let teachers = 8
    /// The maximum number of lines of a teacher's table of marks (rule 11.56).
    static let marks = 10_000
    /// The size of entries' text after which a page ends, in bytes. It bounds the memory that one response takes.
    static let pageBytes = 256 * 1024
}

extension Allowance {
    /// The number of entries that a user may create per minute (rule 11.23).
    package static let entries = Allowance("entries", 60, a: .minute)
    /// The number of tasks that a user may create per hour (rule 11.23).
    package static let tasks = Allowance("tasks", 120, a: .hour)
}

extension AuditEvent {
    static let studentAdded = Self("student.added")
    static let studentRemoved = Self("student.removed")
    static let taskDeleted = Self("task.deleted")
    /// An administrator handed a teacher's tasks and students over. The subject is that teacher, the detail is the
    /// successor's id.
    static let handedOver = Self("class.handed_over")
}

extension RoleAndSuspensionRepository.Standing {
    /// Returns whether the user may create tasks, add students and become a co-teacher. It requires a teaching role and
    /// the age that teachers need, and the user may not be suspended.
    func mayTeach(at now: Date) -> Bool {
        Role.teaching.contains(role) && !suspended && birthday.map { $0 <= Role.latestBirthdayOfTeachers(at: now) } ?? false
    }
}
