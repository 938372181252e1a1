import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@testable import Class

@Suite("rules.md 11: what becomes of the files of people who leave")
struct FileDeletionTests {
    /// As PostgreSQL writes the bytes.
    private static let canary = "canary".utf8.map { String($0, radix: 16) }.joined()

    /// The rows with a canary in them, in names or bytes.
    private func canaries(_ server: TestServer) async throws -> [String] {
        try await server.database.dump().filter { $0.contains("canary") || $0.contains(Self.canary) }
    }

    @Test("A student's go with their assignments, and what nothing has named too")
    func student() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let task = try await room.task()
            for (person, text) in [(room.student, "a canary's work"), (room.students[1], "sam1's work")] {
                let work = try await server.file(person, text, name: "\(text).txt")
                let id = try await room.assignment(of: task, for: person).id
                _ = try await server.as(person).createEntry(NewEntry(assignmentID: id, action: .submit, fileIDs: [work.id]))
            }
            _ = try await server.file(room.student, "another canary")
            #expect(try await canaries(server).count > 2)
            #expect(try await server.delete(room.student).status == 204)
            #expect(try await canaries(server) == [])
            #expect(try await server.database.count("files") == 1)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    @Test(
        "A teacher's stay with tasks and entries, those of entries unless they are to be erased; the student reads on",
        arguments: [false, true])
    func teacher(erases: Bool) async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let sheet = try await server.file(room.teacher, "the sheet")
            let new = NewTask(title: "x", fileIDs: [sheet.id], studentIDs: [room.student.id])
            let task = try await server.as(room.teacher).createTask(new).value
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let id = try await room.assignment(of: task).id
            let (said, returned) = (
                try await server.file(room.teacher, "a canary's words"), try await server.file(room.teacher, "a canary's marks")
            )
            let work = try await server.file(room.student, "the work")
            _ = try await server.as(room.student).createEntry(NewEntry(assignmentID: id, action: .submit, fileIDs: [work.id]))
            _ = try await server.as(room.teacher).createEntry(NewEntry(assignmentID: id, action: .message, fileIDs: [said.id]))
            _ = try await server.as(room.teacher).createEntry(
                NewEntry(assignmentID: id, action: .return, version: 1, fileIDs: [returned.id]))
            let loose = try await server.file(room.teacher, "loose")
            #expect(try await server.delete(room.teacher, eraseComments: erases).status == 204)
            #expect(try await canaries(server).isEmpty == erases)
            for (file, status) in [(sheet, 200), (work, 200), (said, erases ? 404 : 200), (returned, erases ? 404 : 200), (loose, 404)] {
                #expect(try await server.download(room.student, file.id).status == status, "\(file.name)")
            }
            #expect(try await server.download(toni, sheet.id).text == "the sheet")
            let person = room.teacher.id.uuidString.lowercased()
            #expect(try await server.database.dump().filter { $0.hasPrefix("files: ") && $0.contains(person) } == [])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    @Test("A task that goes takes its files along, and a community all of them")
    func community() async throws {
        try await Classroom.with { room in
            let server = room.server
            let file = try await server.file(room.teacher)
            let task = try await server.as(room.teacher).createTask(NewTask(title: "x", fileIDs: [file.id])).value
            _ = try await server.as(room.teacher).deleteTask(taskID: task.id)
            #expect(try await server.database.count("file_chunks") == 0)
            #expect(try await server.database.wrongDerivedColumns() == [])
            _ = try await server.file(room.student)
            try await DeleteTenant(server.operators)(server.tenant)
            for table in ["files", "file_chunks", "file_usage"] { #expect(try await server.database.count(table) == 0, "\(table)") }
        }
    }

    @Test("Who leaves while a file of theirs comes in leaves no file")
    func meanwhile() async throws {
        try await Classroom.with { room in
            let server = room.server
            for round in 0..<5 {
                let person = try await server.person("leaver\(round)", role: .student)
                _ = try await atOnce([
                    { _ = try await server.upload(person, noise(300_000)) }, { _ = try await server.delete(person) },
                ])
                for table in ["files", "file_chunks"] { #expect(try await server.database.count(table) == 0, "round \(round)") }
            }
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }
}
