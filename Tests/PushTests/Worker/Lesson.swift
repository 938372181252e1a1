import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport

@testable import Push

/// A teacher `tina` and students `sam0`, `sam1` …, each with a device, and workers whose pushes end at a stand-in for Apple.
struct Lesson: Sendable {
    let evening: PushEvening
    let teacher: Person
    let students: [Person]

    var server: TestServer { evening.server }
    var apple: FakeApple { evening.apple }
    /// The first student.
    var student: Person { students[0] }

    /// - Parameter moment: where the clock stands when people come in.
    static func with(
        students count: Int = 1, at moment: Date? = nil, features: [Feature] = [.class],
        _ body: @escaping @Sendable (Lesson) async throws -> Void
    ) async throws {
        try await PushEvening.with(features: features) { evening in
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

    /// A task of the teacher's for all students.
    func task(maxPoints: Hundredths? = nil, opensAt: Date? = nil, dueAt: Date? = nil) async throws -> ClassTask {
        try await server.as(teacher).createTask(
            NewTask(
                title: "The Saltarello", maxPoints: maxPoints, opensAt: opensAt, dueAt: dueAt, studentIDs: students.map(\.id))
        ).value
    }

    /// What a task is to its students, by username.
    func assignments(of task: ClassTask) async throws -> [Assignment] {
        try await server.as(teacher).listTaskAssignments(taskID: task.id).items
    }

    /// A task that the first student has and knows of, and its assignment.
    func settled(maxPoints: Hundredths? = nil, dueAt: Date? = nil) async throws -> (task: ClassTask, id: UUID) {
        let task = try await task(maxPoints: maxPoints, dueAt: dueAt)
        let id = try await assignments(of: task)[0].id
        try await evening.settle()
        return (task, id)
    }

    /// Does something to an assignment, as of its current version.
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

    /// Moves the task's due time.
    func move(_ task: ClassTask, to dueAt: Date?) async throws {
        _ = try await server.as(teacher).changeTask(TaskChange(taskID: task.id, dueAt: dueAt.map { .set($0) } ?? .clear))
    }

    /// What has been pushed since the last time, in order of text.
    func pushed() async throws -> [String] {
        try await evening.drain()
        defer { apple.forget() }
        return apple.texts.sorted()
    }
}

extension String {
    /// The moment that it is in RFC 3339.
    var date: Date { Timestamp.parse(self) ?? .distantPast }
}
