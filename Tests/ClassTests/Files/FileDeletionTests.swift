import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: files of deleted users")
struct FileDeletionTests {
    /// The canary's bytes as PostgreSQL prints them.
    private static let canary = "canary".utf8.map { String($0, radix: 16) }.joined()

    /// Returns the rows that contain a canary, in names or bytes.
    private func canaries(_ server: TestServer) async throws -> [String] {
        try await server.database.dump().filter { $0.contains("canary") || $0.contains(Self.canary) }
    }

    /// Shows rule 11.70.
    @Test("Deleting a student deletes the files of their assignments and their unattached files")
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

    /// Shows rule 11.70.
    @Test(
        "Files of a deleted teacher stay with tasks, and with entries unless erasure was requested; students can read them",
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

    /// Shows rules 11.65 and 11.71.
    @Test("Deleting a task deletes its files, and deleting a community deletes all of them")
    func community() async throws {
        try await Classroom.with { room in
            let server = room.server
            let file = try await server.file(room.teacher)
            let task = try await server.as(room.teacher).createTask(NewTask(title: "x", fileIDs: [file.id])).value
            _ = try await server.as(room.teacher).deleteTask(taskID: task.id)
            #expect(try await server.database.count("file_chunks") == 0)
            #expect(try await server.database.wrongDerivedColumns() == [])
            _ = try await server.file(room.student)
            try await server.operators.deleteTenant(server.tenant)
            for table in ["files", "file_chunks", "file_usage"] { #expect(try await server.database.count(table) == 0, "\(table)") }
        }
    }

    /// Shows rules 11.69 and 11.72.
    @Test("A user who is deleted during an upload leaves no file")
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

    /// Installs triggers that make every statement fail that erases more than one batch.
    private static let bound: [SQL] = [
        """
        CREATE FUNCTION bound() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF (SELECT count(*) FROM erased) > 256 THEN RAISE EXCEPTION 'too much at once'; END IF;
            RETURN NULL;
        END
        $$
        """,
        "CREATE TRIGGER bound AFTER DELETE ON file_chunks REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION bound()",
    ]

    /// Shows rule 11.71.
    @Test(
        "Deleting an account waits for a limited number of batches only; the rest is invisible and counts for nothing",
        arguments: Way.allCases)
    func large(way: Way) async throws {
        #expect(FileRules.erased == 256)
        try await Classroom.with { room in
            let server = room.server
            for statement in Self.bound { try await server.rows(statement) }
            let file = try await server.file(room.teacher, "canary")
            let task = try await server.as(room.teacher).createTask(
                NewTask(title: "x", fileIDs: way == .unattached ? [] : [file.id], studentIDs: [room.student.id])
            ).value
            let id = try await room.assignment(of: task).id
            var entry: Entry?
            if way == .message || way == .withdrawn {
                let said = try await server.file(room.teacher, "another canary")
                let message = NewEntry(assignmentID: id, action: .message, fileIDs: [said.id])
                entry = try await server.as(room.teacher).createEntry(message).value.entry
            }
            // The number of parts of a file of 200 MiB.
            try await server.inside {
                """
                INSERT INTO file_chunks (tenant_id, content_id, number, bytes)
                SELECT f.tenant_id, f.content_id, n, '\\x00' FROM files AS f CROSS JOIN generate_series(1, 1600) AS n
                """
            }
            switch way {
            case .unattached: #expect(try await server.delete(room.teacher).status == 204)
            case .account: #expect(try await server.delete(room.teacher).status == 204)
            case .task: _ = try await server.as(room.teacher).deleteTask(taskID: task.id)
            case .list: _ = try await server.as(room.teacher).changeTask(TaskChange(taskID: task.id, fileIDs: .clear))
            case .withdrawn: _ = try await server.as(room.teacher).withdrawAssignment(taskID: task.id, userID: room.student.id)
            case .message:
                let deleted = try #require(entry)
                _ = try await server.as(room.teacher).deleteEntry(assignmentID: id, entryID: deleted.id)
            }
            let left = way == .message || way == .withdrawn ? 1 : 0
            #expect(try await server.database.count("files") == left)
            let usage = try await server.rows("SELECT bytes FROM file_usage")
            #expect(try usage[0]["bytes"] as Int == left * 6)
            #expect(try await server.database.count("file_chunks") <= left * 1601 + max(0, 1601 - 4 * 256))
            try await eventually("the rest is erased after the answer") {
                let (parts, gone) = (try await server.database.count("file_chunks"), try await server.database.count("gone_contents"))
                return parts == left * 1601 && gone == 0
            }
        }
    }

    enum Way: CaseIterable {
        case unattached, account, task, list, withdrawn, message
    }

    /// Shows rule 11.71.
    @Test("What a killed server left of a deletion is erased at the first request to the next server")
    func left() async throws {
        try await Classroom.with { room in
            let server = room.server
            _ = try await server.file(room.student)
            _ = try await server.file(room.teacher)
            // The state after a server was killed directly after it committed the deletion.
            try await server.inside { "DELETE FROM files WHERE uploader_id = \(room.student.id)" }
            #expect(try await server.database.count("file_chunks") == 2)
            #expect(try await server.database.wrongDerivedColumns() == [])
            try await TestServer.serve(server.serving()) { _, port in
                #expect(try await server.call(.get, "/v1/me", token: room.teacher.token, port: port).status == 200)
                try await eventually("it is erased") { try await server.database.count("file_chunks") == 1 }
            }
            #expect(try await server.database.count("gone_contents") == 0)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.72.
    @Test("An upload doesn't wait for the deletion of another account that is itself blocked")
    func lockedLast() async throws {
        try await Classroom.with { room in
            let server = room.server
            _ = try await server.file(room.teacher)
            let id = try await room.assignment(of: try await room.task()).id
            try await server.act(room.teacher, .message, on: id)
            let deleted = try await server.database.owner.transaction { other in
                try await other.query("SELECT FROM entries FOR UPDATE")
                let deleted = Task { try await server.delete(room.teacher).status }
                try await eventually("the deletion waits") {
                    try await !server.rows("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
                        .isEmpty
                }
                #expect(try await server.upload(room.student, [1]).status == 201)
                return deleted
            }
            #expect(try await deleted.value == 204)
            #expect(try await server.database.count("files") == 1)
        }
    }
}
