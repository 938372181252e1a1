import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport

@testable import Push

/// A teacher `tina` and students `sam0`, `sam1` …, each with a device, and workers that push to a stand-in for Apple.
struct Lesson: Sendable {
    let evening: PushFixture
    let teacher: Person
    let students: [Person]

    var server: TestServer { evening.server }
    var apple: FakeApple { evening.apple }
    /// The first student.
    var student: Person { students[0] }

    /// - Parameter moment: the time of the clock when the users join.
    static func with(
        students count: Int = 1, at moment: Date? = nil, features: [Feature] = [.class],
        _ body: @escaping @Sendable (Lesson) async throws -> Void
    ) async throws {
        try await PushFixture.with(features: features) { evening in
            let server = evening.server
            if let moment { server.clock.advance(by: moment.timeIntervalSince(server.clock.now)) }
            let teacher = try await server.person("tina", role: .teacher, birthday: "1980-05-17")
            try await evening.device(teacher)
            var students: [Person] = []
            for number in 0..<count {
                let student = try await server.person("sam\(number)", role: .student)
                _ = try await server.as(teacher).addStudent(userID: student.id)
                try await evening.device(student)
                students.append(student)
            }
            try await body(Lesson(evening: evening, teacher: teacher, students: students))
        }
    }

    /// Creates a task of the teacher for all students.
    func task(maxPoints: Hundredths? = nil, opensAt: Date? = nil, dueAt: Date? = nil) async throws -> ClassTask {
        try await server.as(teacher).createTask(
            NewTask(
                title: "The Saltarello", maxPoints: maxPoints, opensAt: opensAt, dueAt: dueAt, studentIDs: students.map(\.id))
        ).value
    }

    /// Returns the task's assignments, sorted by the students' usernames.
    func assignments(of task: ClassTask) async throws -> [Assignment] {
        try await server.as(teacher).listTaskAssignments(taskID: task.id).items
    }

    /// Creates a task for the first student, pushes its notification, and returns it with the assignment.
    func settled(maxPoints: Hundredths? = nil, dueAt: Date? = nil) async throws -> (task: ClassTask, id: UUID) {
        let task = try await task(maxPoints: maxPoints, dueAt: dueAt)
        let id = try await assignments(of: task)[0].id
        try await evening.settle()
        return (task, id)
    }

    /// Performs an action on the current version of an assignment.
    @discardableResult
    func act(
        _ person: Person, _ action: EntryAction, on id: UUID, text: String? = nil, points: Hundredths? = nil, word: String? = nil,
        extendedTo: Patch<Date> = .keep
    ) async throws -> Entry {
        let client = server.as(person)
        let version = try await client.showAssignment(assignmentID: id).version
        let text = text ?? (action == .message ? "hello" : nil)
        return try await client.createEntry(
            NewEntry(
                assignmentID: id, action: action, version: version, text: text, points: points, word: word, extendedTo: extendedTo)
        ).value.entry
    }

    /// Changes the task's due time.
    func move(_ task: ClassTask, to dueAt: Date?) async throws {
        _ = try await server.as(teacher).changeTask(TaskChange(taskID: task.id, dueAt: dueAt.map { .set($0) } ?? .clear))
    }

    /// Returns the pushes since the last call, sorted by text.
    func pushed() async throws -> [String] {
        try await evening.drain()
        defer { apple.forget() }
        return apple.texts.sorted()
    }
}

extension String {
    /// The date that this RFC 3339 string names.
    var date: Date { Timestamp.parse(self) ?? .distantPast }
}
