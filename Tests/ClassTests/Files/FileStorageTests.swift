import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: limits on the number, size and lifetime of files")
struct FileStorageTests {
    /// Shows rule 11.66.
    @Test("No byte of a file is visible to another community, not even in the database")
    func rowSecurity() async throws {
        try await Classroom.with { room in
            let server = room.server
            let file = try await server.file(room.student)
            let attic = try await server.otherTenant(features: [.class])
            for (tenant, count) in [(server.tenant, 1), (attic, 0)] {
                let database = Database(pool: server.database.freeApp, clock: server.clock.wall)
                let rows = try await database.transaction(in: tenant.id, .singleRoundTrip) {
                    try await $0.query(
                        """
                        SELECT (SELECT count(*) FROM file_chunks) AS chunks, (SELECT count(*) FROM files) AS files,
                            (SELECT count(*) FROM file_usage) AS usage, (SELECT count(*) FROM file_viewers) AS viewers
                        """)
                }
                for column in ["chunks", "files", "usage", "viewers"] { #expect(try rows[0][named: column] as Int == count, "\(column)") }
            }
            let stranger = try await server.person("stranger", role: .owner, in: attic)
            #expect(try await server.download(stranger, file.id).status == 404)
            #expect(try await server.upload(stranger, [1], id: file.id).status == 201)
            #expect(try await server.download(room.student, file.id).text == "notes")
        }
    }

    /// Shows rule 11.64.
    @Test("An unattached file can be used for 24 hours to the second; the next upload deletes it from the tables")
    func unattached() async throws {
        try await Classroom.with { room in
            let server = room.server
            let file = try await server.file(room.teacher)
            let named = try await server.file(room.teacher)
            let task = try await server.as(room.teacher).createTask(NewTask(title: "x", fileIDs: [named.id])).value
            server.clock.advance(by: 24 * 3600 - 1)
            #expect(try await server.download(room.teacher, file.id).status == 200)
            server.clock.advance(by: 1)
            #expect(try await server.download(room.teacher, file.id).status == 404)
            #expect(try await server.download(room.teacher, named.id).status == 200)
            let naming = NewTask(title: "y", fileIDs: [file.id])
            #expect(try await refusal { _ = try await server.as(room.teacher).createTask(naming) } == .unknownFile)
            #expect(try await refusal { _ = try await server.as(room.teacher).deleteFile(fileID: file.id) } == .notFound)
            #expect(try await server.database.count("files") == 2)
            _ = try await server.file(room.student)
            #expect(try await server.database.count("files") == 2)
            #expect(try await server.as(room.teacher).showTask(taskID: task.id).files?.map(\.id) == [named.id])
            #expect(try await server.database.wrongDerivedColumns() == [])
            #expect(try await server.upload(room.student, [1], id: file.id).status == 201)
        }
    }

    /// Shows rule 11.64.
    @Test("A user has at most 20 unattached files; deleting, attaching and expiry make room")
    func limit() async throws {
        try await Classroom.with { room in
            let server = room.server
            var files: [File] = []
            for _ in 0..<20 { files.append(try await server.file(room.teacher)) }
            #expect(try await server.upload(room.teacher, [1]).code == .limitReached)
            #expect(try await server.upload(room.teacher, Array("notes".utf8), id: files[0].id, name: "notes.txt").status == 200)
            #expect(try await server.upload(room.student, [1]).status == 201)
            _ = try await server.as(room.teacher).deleteFile(fileID: files[0].id)
            #expect(try await server.upload(room.teacher, [1]).status == 201)
            _ = try await server.as(room.teacher).createTask(NewTask(title: "x", fileIDs: [files[1].id, files[2].id]))
            let codes = try await atOnce((0..<6).map { _ in { _ = try await server.file(room.teacher) } })
            #expect(codes.count { $0 == nil } == 2 && codes.count { $0 == .limitReached } == 4, "\(codes)")
            server.clock.advance(by: 24 * 3600)
            #expect(try await server.upload(room.teacher, [1]).status == 201)
        }
    }

    /// Shows rule 11.67.
    @Test("When two uploads fill the storage at once, one gets 201 and one storage_full, which is also sent before a body is read")
    func quota() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            for round in 0..<5 {
                try await server.rows("DELETE FROM files")
                try await server.liftFileLimit(bytes: 300_000)
                let codes = try await atOnce(
                    room.students.map { student in
                        {
                            let content = ByteStream(noise(200_000, seed: UInt64(round)))
                            _ = try await server.as(student).createFile(NewFile(fileID: UUID(), name: "a", content: content))
                        }
                    })
                #expect(codes.count { $0 == nil } == 1 && codes.contains(.storageFull), "round \(round): \(codes)")
                #expect(try await server.upload(room.student, noise(100_001)).code == .storageFull)
                #expect(try await server.upload(room.student, noise(100_000)).status == 201)
                #expect(try await server.database.wrongDerivedColumns() == [])
            }
            try await server.liftFileLimit(bytes: 0)
            #expect(try await server.upload(room.student, [1]).code == .storageFull)
        }
    }

    /// Shows rule 11.61.
    @Test("30 concurrent uploads with one id store one file: one 201 and 29 times 200")
    func oneID() async throws {
        try await Classroom.with { room in
            let (server, bytes) = (room.server, noise(200_000))
            for round in 0..<3 {
                let id = UUID()
                let statuses = try await concurrently(0..<30) { _ in try await server.upload(room.student, bytes, id: id).status }
                #expect(statuses.count { $0 == 201 } == 1 && statuses.count { $0 == 200 } == 29, "\(statuses)")
                #expect(try await server.database.count("files") == round + 1)
                #expect(try await server.database.count("file_chunks") == 2 * (round + 1))
            }
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.61.
    @Test("A user can upload 120 files an hour; a retry counts once")
    func allowance() async throws {
        try await Classroom.with { room in
            let server = room.server
            try await server.rows(
                "INSERT INTO tenant_limits (tenant_id, name, value) VALUES (\(server.tenant.id), 'files', 3)")
            let id = UUID()
            for status in [201, 200, 200] { #expect(try await server.upload(room.student, [1], id: id).status == status) }
            for status in [201, 201, 429] { #expect(try await server.upload(room.student, [1]).status == status) }
            #expect(try await server.upload(room.teacher, [1]).status == 201)
            #expect(try await server.database.count("files") == 4)
            #expect(Allowance.files.usual == 120 && Allowance.files.window == .hour)
        }
    }

    /// Shows rule 11.67.
    @Test("The operator can set a community's storage in bytes, also on the command line")
    func commandLine() async throws {
        try await Classroom.with { room in
            let server = room.server
            let usual = try await limits(server, "")
            #expect(usual.output.contains("5368709120 bytes of files"))
            #expect(try await limits(server, "--file-bytes 3").output.contains("3 bytes of files"))
            #expect(try await server.upload(room.student, [1, 2, 3, 4]).code == .storageFull)
            #expect(try await server.upload(room.student, [1, 2, 3]).status == 201)
            #expect(try await limits(server, "file-bytes=-1").errors.contains("--file-bytes must be from 0"))
        }
    }

    private func limits(_ server: TestServer, _ arguments: String) async throws -> Shell.Outcome {
        try await Shell.run(
            "davenport tenant limit sofa \(arguments)", environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
    }
}
