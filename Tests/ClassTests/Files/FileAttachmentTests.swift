import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: a file is attached once, for good")
struct FileAttachmentTests {
    /// Shows rule 11.62.
    @Test("A task returns its files in order and an entry its own; lists of tasks omit them")
    func named() async throws {
        try await Classroom.with { room in
            let server = room.server
            let (one, two) = (try await server.file(room.teacher, "one"), try await server.file(room.teacher, "two"))
            let new = NewTask(title: "x", fileIDs: [two.id, one.id], studentIDs: [room.student.id])
            let task = try await server.as(room.teacher).createTask(new).value
            #expect(task.files == [two, one])
            #expect(try await server.as(room.teacher).listTasks(TaskQuery()).items[0].files == nil)
            let id = try await room.assignment(of: task).id
            #expect(try await room.assignment(of: task).task.files == nil)
            #expect(try await server.assignment(id, seenBy: room.student).task.files == [two, one])
            let work = try await server.file(room.student, "work")
            let submit = NewEntry(assignmentID: id, id: UUID(), action: .submit, fileIDs: [work.id])
            let entry = try await server.as(room.student).createEntry(submit).value.entry
            #expect(entry.files == [work])
            #expect(try await server.as(room.student).createEntry(submit).value.entry == entry)
            let message = try await server.act(room.teacher, .message, on: id).entry
            #expect(try await server.as(room.teacher).listEntries(EntryQuery(assignmentID: id)).items == [entry, message])
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 11.62 and 11.64.
    @Test("Another user's, an attached, a deleted or an unknown file gives the same 422, and the request has no effect")
    func unknown() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let (mine, theirs) = (try await server.file(room.student), try await server.file(room.students[1]))
            let deleted = try await server.file(room.student)
            _ = try await server.as(room.student).deleteFile(fileID: deleted.id)
            let id = try await room.assignment(of: try await room.task()).id
            let say = { (files: [UUID]) in
                _ = try await server.as(room.student).createEntry(
                    NewEntry(assignmentID: id, action: .message, text: "hello", fileIDs: files))
            }
            for file in [theirs.id, deleted.id, UUID()] {
                #expect(try await refusal { try await say([mine.id, file]) } == .unknownFile)
            }
            #expect(try await server.as(room.student).listEntries(EntryQuery(assignmentID: id)).items.isEmpty)
            try await say([mine.id])
            #expect(try await refusal { try await say([mine.id]) } == .unknownFile)
            #expect(try await refusal { _ = try await server.as(room.student).deleteFile(fileID: mine.id) } == .notFound)
            let many: Body = ["action": "message", "fileIDs": .list((0..<11).map { _ in .string(UUID().uuidString) })]
            let answer = try await server.call(.post, "/v1/assignments/\(id)/entries", token: room.student.token, json: many)
            #expect(answer.status == 422 && answer.faultyFields == ["fileIDs"])
        }
    }

    /// Shows rule 11.62.
    @Test("When two requests attach the same file at once, one succeeds")
    func race() async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            for round in 0..<5 {
                let file = try await server.file(room.student)
                let codes = try await atOnce(
                    (0..<4).map { _ in
                        {
                            let message = NewEntry(assignmentID: id, action: .message, fileIDs: [file.id])
                            _ = try await server.as(room.student).createEntry(message)
                        }
                    })
                #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .unknownFile } == 3, "round \(round): \(codes)")
            }
            #expect(try await server.as(room.student).listEntries(EntryQuery(assignmentID: id)).items.count == 5)
        }
    }

    /// Shows rules 11.62 and 11.65.
    @Test("A message needs a text or a file, and deleting it deletes its files")
    func messages() async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            let empty = NewEntry(assignmentID: id, action: .message)
            #expect(try await refusal { _ = try await server.as(room.student).createEntry(empty) } == .invalid)
            let (file, kept) = (try await server.file(room.student), try await server.file(room.student))
            var entries: [Entry] = []
            for one in [file, kept] {
                let message = NewEntry(assignmentID: id, action: .message, fileIDs: [one.id])
                entries.append(try await server.as(room.student).createEntry(message).value.entry)
            }
            #expect(entries[0].text == nil && entries[0].files == [file])
            _ = try await server.as(room.student).deleteEntry(assignmentID: id, entryID: entries[0].id)
            #expect(try await server.download(room.student, file.id).status == 404)
            #expect(try await server.download(room.teacher, kept.id).text == "notes")
            #expect(try await server.database.count("file_chunks") == 1)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.65.
    @Test("Changing a task's files replaces the list: omitted files are deleted, new ones are the host's, and editedAt is set")
    func list() async throws {
        try await Classroom.with { room in
            let server = room.server
            var files: [File] = []
            for text in ["one", "two", "three"] { files.append(try await server.file(room.teacher, text)) }
            let task = try await server.as(room.teacher).createTask(NewTask(title: "x", fileIDs: [files[0].id, files[1].id])).value
            let change = { (list: Patch<[UUID]>) in
                try await server.as(room.teacher).changeTask(TaskChange(taskID: task.id, fileIDs: list))
            }
            #expect(try await change(.keep).files == [files[0], files[1]])
            #expect(try await change(.set([files[0].id, files[1].id])).editedAt == nil)
            let changed = try await change(.set([files[2].id, files[1].id]))
            #expect(changed.files == [files[2], files[1]] && changed.editedAt == server.clock.now)
            #expect(try await server.download(room.teacher, files[0].id).status == 404)
            #expect(try await refusal { _ = try await change(.set([files[0].id, files[1].id])) } == .unknownFile)
            #expect(try await server.as(room.teacher).showTask(taskID: task.id).files == [files[2], files[1]])
            #expect(try await change(.clear).files == [])
            #expect(try await server.database.count("files") == 0)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.66.
    @Test("A file's uploader, its task's teachers, students once it is open, and both sides of an entry can download it")
    func viewers() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let (toni, ada) = (try await server.teacher("toni"), try await server.teacher("ada", role: .admin))
            let everybody = [room.teacher, toni, ada] + room.students
            let sees = { (file: File) in
                var statuses: [Int] = []
                for person in everybody { statuses.append(try await server.download(person, file.id).status) }
                return statuses
            }
            let file = try await server.file(room.teacher)
            #expect(try await sees(file) == [200, 404, 404, 404, 404])
            let opensAt = server.clock.now.addingTimeInterval(600)
            let new = NewTask(title: "x", opensAt: opensAt, fileIDs: [file.id], studentIDs: [room.student.id])
            let task = try await server.as(room.teacher).createTask(new).value
            #expect(try await sees(file) == [200, 404, 404, 404, 404])
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            #expect(try await sees(file) == [200, 200, 404, 404, 404])
            server.clock.advance(by: 600)
            #expect(try await sees(file) == [200, 200, 404, 200, 404])
            let id = try await room.assignment(of: task).id
            let work = try await server.file(room.student)
            _ = try await server.as(room.student).createEntry(NewEntry(assignmentID: id, action: .submit, fileIDs: [work.id]))
            #expect(try await sees(work) == [200, 200, 404, 200, 404])
            _ = try await server.as(toni).removeTeacher(taskID: task.id, userID: toni.id)
            for one in [work, file] { #expect(try await sees(one) == [200, 404, 404, 200, 404]) }
            try await server.rows("UPDATE users SET role = 'member' WHERE id = \(room.teacher.id)")
            for one in [work, file] { #expect(try await sees(one) == [404, 404, 404, 200, 404]) }
        }
    }
}
