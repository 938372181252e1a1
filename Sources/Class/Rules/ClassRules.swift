import DavenportAPI
import Domain
import Foundation

/// Limits of the class area (rules 11).
enum ClassRules {
    /// The most students of a teacher.
    static let students = 200
    /// The most students of a task.
    static let assignments = TaskStudents.limit
    /// The most teachers of a task, including its host.
    static let teachers = 8
    /// The size of text after which a page of entries ends, in bytes. It keeps one answer from taking memory that other
    /// requests need.
    static let pageBytes = 256 * 1024
}

extension Allowance {
    /// The number of entries that a user may create per minute.
    package static let entries = Allowance("entries", 60, a: .minute)
    /// The number of tasks that a user may create per hour.
    package static let tasks = Allowance("tasks", 120, a: .hour)
}

extension AuditEvent {
    static let studentAdded = Self("student.added")
    static let studentRemoved = Self("student.removed")
    static let taskDeleted = Self("task.deleted")
    /// A teacher's tasks and students were handed over. The detail is the successor's id.
    static let handedOver = Self("class.handed_over")
}

extension RoleAndSuspensionRepository.Standing {
    /// Returns whether the user has a teaching role, the age that teachers need, and isn't suspended. Creating tasks,
    /// adding students and becoming a co-teacher require it.
    func mayTeach(at now: Date) -> Bool {
        Role.teaching.contains(role) && !suspended && birthday.map { $0 <= Role.latestBirthdayOfTeachers(at: now) } ?? false
    }
}
