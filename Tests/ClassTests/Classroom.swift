import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport

@testable import Class

extension String {
    /// The date that this RFC 3339 string names.
    var date: Date { Timestamp.parse(self) ?? .distantPast }
}

/// A teacher and some of their students, on a server whose community has the class feature.
struct Classroom: Sendable {
    let server: TestServer
    let teacher: Person
    let students: [Person]

    /// Runs a test with a teacher `tina` and students `sam0`, `sam1` …
    static func with(
        students count: Int = 1, in database: TestDatabase? = nil, _ body: @escaping @Sendable (Classroom) async throws -> Void
    ) async throws {
        try await TestServer.with(features: [.class], database: database) { server in
            let teacher = try await server.teacher("tina")
            try await server.liftLimits()
            var students: [Person] = []
            for number in 0..<count { students.append(try await server.student("sam\(number)", of: teacher)) }
            try await body(Classroom(server: server, teacher: teacher, students: students))
        }
    }

    /// The first student.
    var student: Person { students[0] }

    /// Creates a task of the teacher for all students.
    func task(
        _ title: String = "The Saltarello", maxPoints: Hundredths? = nil, opensAt: Date? = nil, dueAt: Date? = nil, locksAt: Date? = nil,
        for students: [Person]? = nil
    ) async throws -> ClassTask {
        try await server.as(teacher).createTask(
            NewTask(
                title: title, maxPoints: maxPoints, opensAt: opensAt, dueAt: dueAt, locksAt: locksAt,
                studentIDs: (students ?? self.students).map(\.id))
        ).value
    }

    /// Returns a student's assignment of a task.
    func assignment(of task: ClassTask, for student: Person? = nil) async throws -> Assignment {
        let all = try await server.as(teacher).listTaskAssignments(taskID: task.id).items
        guard let found = all.first(where: { $0.student.id == (student ?? self.student).id }) else { throw NoSuchAssignment() }
        return found
    }

    struct NoSuchAssignment: Error {}
}

extension TestServer {
    /// Lifts the rate limits of tasks and entries for all users.
    func liftLimits() async throws {
        _ = try await operators.changeTenantLimits(tenant) { limits in
            limits[.entries] = 1_000_000
            limits[.tasks] = 1_000_000
        }
    }

    /// Runs a statement as the database's owner, at the clock's moment.
    func inside(_ statement: () -> SQL) async throws {
        let statement = statement()
        _ = try await database.owner.roundTrip(opening: ["SELECT enter(\(tenant.id), \(clock.now))"]) { try await $0.query(statement) }
    }

    /// Moves the clock to a moment.
    func at(_ moment: String) {
        clock.advance(by: moment.date.timeIntervalSince(clock.now))
    }

    /// Creates a user with the role of a teacher and a teacher's age.
    func teacher(_ name: String, role: Role = .teacher, birthday: String? = "1980-05-17") async throws -> Person {
        try await person(name, role: role, birthday: birthday)
    }

    /// Creates a student, of a teacher or of nobody.
    func student(_ name: String, of teacher: Person? = nil) async throws -> Person {
        let student = try await person(name, role: .student)
        if let teacher { _ = try await self.as(teacher).addStudent(userID: student.id) }
        return student
    }

    /// Performs an action on an assignment. An action that needs a version gets the current one.
    @discardableResult
    func act(
        _ person: Person, _ action: EntryAction, on assignmentID: UUID, version: Int? = nil, text: String? = nil,
        points: Hundredths? = nil, word: String? = nil, extendedTo: Patch<Date> = .keep, id: UUID? = nil
    ) async throws -> RecordedEntry {
        let needsVersion = version == nil && [.return, .complete, .evaluate].contains(action)
        let version = needsVersion ? try await self.as(person).showAssignment(assignmentID: assignmentID).version : version
        return try await self.as(person).createEntry(
            NewEntry(
                assignmentID: assignmentID, id: id, action: action, version: version, text: text ?? (action == .message ? "hello" : nil),
                points: points, word: word, extendedTo: extendedTo)
        ).value
    }

    /// Returns an assignment as the person sees it.
    func assignment(_ id: UUID, seenBy person: Person) async throws -> Assignment {
        try await self.as(person).showAssignment(assignmentID: id)
    }
}
