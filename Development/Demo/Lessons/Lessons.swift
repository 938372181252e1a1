import Class
import DavenportAPI
import Domain
import Foundation

/// Performs what the teacher and her students do with the demo's tasks.
struct Lessons: Sendable {
    let now: Date
    let callers: [Friend: Caller]
    let useCases: UseCases

    var happenings: [DemoEvent] {
        Lesson.all.flatMap { lesson in
            [DemoEvent(ago: lesson.made.seconds) { try await make(lesson) }]
                + lesson.steps.map { step in DemoEvent(ago: step.ago.seconds) { try await take(step, in: lesson) } }
        }
    }

    private func make(_ lesson: Lesson) async throws {
        guard let teacher = callers[.greta] else { return }
        _ = try await useCases.createTask(
            teacher,
            NewTask(
                id: lesson.taskID, title: lesson.title, description: lesson.description, priority: lesson.priority, tags: lesson.tags,
                maxPoints: lesson.maxPoints, dueAt: lesson.dueAt(now), studentIDs: lesson.students.compactMap { callers[$0]?.userID }))
    }

    private func take(_ step: Step, in lesson: Lesson) async throws {
        guard let caller = callers[step.friend], let assignment = try await assignment(of: step.student, in: lesson) else { return }
        try await readAll(assignment.id, caller)
        switch step.action {
        case .entry(let action):
            _ = try await useCases.createEntry(
                caller,
                NewEntry(
                    assignmentID: assignment.id, action: action, version: step.friend == .greta ? assignment.version : nil,
                    text: step.text, points: step.points, word: step.word))
        case .draft:
            _ = try await useCases.setDraft(
                caller,
                NewDraft(
                    assignmentID: assignment.id, version: assignment.version ?? 0, points: step.points, word: step.word, text: step.text))
        }
    }

    /// Returns a student's assignment of a lesson, as the teacher sees it; nil if there is none.
    private func assignment(of student: Friend, in lesson: Lesson) async throws -> Assignment? {
        guard let teacher = callers[.greta] else { return nil }
        let all = try await useCases.listTaskAssignments(teacher, TaskReference(taskID: lesson.taskID)).items
        return all.first { $0.student.id == callers[student]?.userID }
    }

    private func readAll(_ assignmentID: UUID, _ caller: Caller) async throws {
        guard let last = try await useCases.listEntries(caller, EntryQuery(assignmentID: assignmentID)).items.last else { return }
        _ = try await useCases.markEntriesRead(caller, EntryReadMark(assignmentID: assignmentID, entryID: last.id))
    }
}
