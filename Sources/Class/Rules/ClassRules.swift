import DavenportAPI
import Domain
import Foundation

/// How many there may be (rules 11).
enum ClassRules {
    /// How many students a teacher has.
    static let students = 200
    /// How many students a task is assigned to.
    static let assignments = TaskStudents.limit
    /// How many teach a task, its host included.
    static let teachers = 8
    /// A page of entries ends with the one that reaches so many bytes of text, so that nobody's answer takes what the others need.
    static let pageBytes = 256 * 1024
}

extension Allowance {
    package static let entries = Allowance("entries", 60, a: .minute)
    package static let tasks = Allowance("tasks", 120, a: .hour)
}

extension AuditEvent {
    static let studentAdded = Self("student.added")
    static let studentRemoved = Self("student.removed")
    static let taskDeleted = Self("task.deleted")
    /// Of somebody's tasks and students; the detail is whose they are now.
    static let handedOver = Self("class.handed_over")
}

extension StandingRepository.Standing {
    /// Whether somebody has a role that teaches, and a teacher's age: what making tasks, adding students and joining teachers take.
    func mayTeach(at now: Date) -> Bool {
        Role.teaching.contains(role) && !suspended && birthday.map { $0 <= Role.latestBirthdayOfTeachers(at: now) } ?? false
    }
}
