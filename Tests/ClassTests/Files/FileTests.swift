import AsyncHTTPClient
import DavenportAPI
import DavenportAsyncHTTPClient
import DavenportClient
import Domain
import Foundation
import NIOCore
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: uploads and downloads of files")
struct FileTests {
    /// Shows rules 11.61 and 11.68.
    @Test("A download has the uploaded bytes with size and SHA-256, and headers that let it be cached but never rendered")
    func roundTrip() async throws {
        try await Classroom.with { room in
            let (server, bytes) = (room.server, noise(300_000))
            let id = UUID()
            let file = try await server.upload(room.student, bytes, id: id).expecting(201, File.self)
            #expect(
                file
                    == File(
                        id: id, name: "notes.bin", size: 300_000, type: "application/octet-stream", sha256: file.sha256,
                        createdAt: server.clock.now))
            let rows = try await server.rows("SELECT encode(sha256(\(bytes)), 'hex') AS digest")
            #expect(try file.sha256 == rows[0]["digest"])
            let answer = try await server.download(room.student, id)
            #expect(answer.status == 200 && answer.body == bytes)
            #expect(answer.headers["content-length"] == "300000" && answer.headers["accept-ranges"] == "bytes")
            #expect(answer.headers["content-disposition"] == "attachment; filename=\"notes.bin\"; filename*=UTF-8''notes.bin")
            #expect(answer.headers["content-security-policy"] == "sandbox; default-src 'none'")
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["etag"] == "\"\(file.sha256)\"" && answer.headers["cache-control"] == "private, no-cache")
            let again = try await server.download(room.student, id, ["If-None-Match": "\"\(file.sha256)\""])
            #expect(again.status == 304 && again.body.isEmpty)
        }
    }

    /// Shows rule 11.61.
    @Test("The client can upload and download a file in parts")
    func client() async throws {
        try await Classroom.with { room in
            let (server, bytes) = (room.server, noise(300_000))
            let client = DavenportClient(
                baseURL: server.url, tenant: server.tenant.slug, transport: .asyncHTTPClient(.patient, timeout: .minutes(10)),
                token: { room.student.token })
            let content = ByteStream(count: bytes.count, type: "image/png") {
                var rest = bytes[...]
                return {
                    defer { rest = rest.dropFirst(70_000) }
                    return rest.isEmpty ? nil : Array(rest.prefix(70_000))
                }
            }
            let file = try await client.createFile(NewFile(fileID: UUID(), name: "Übung 1.png", content: content)).value
            let download = try await client.showFile(fileID: file.id)
            #expect(download.size == bytes.count && download.sha256 == file.sha256 && download.type == file.type)
            #expect(download.name == "Übung 1.png")
            var (parts, received) = (0, [UInt8]())
            for try await part in download.bytes { (parts, received) = (parts + 1, received + part) }
            #expect(received == bytes && parts > 1)
            #expect(try await refusal { _ = try await client.showFile(fileID: UUID()) } == .notFound)
        }
    }

    /// Shows rule 11.68.
    @Test(
        "A single range is served, also across parts and from the end; beyond the end is 416; invalid or several give the whole file",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=131071-131072", 131_071..<131_073), ("bytes=-1", 299_999..<300_000),
            ("bytes=299999-", 299_999..<300_000), ("bytes=131072-262143", 131_072..<262_144), ("bytes=5-999999999", 5..<300_000),
            ("bytes=-999999999999999999999999", 0..<300_000), ("BYTES= 7-7", 7..<8), ("bytes=300000-", nil),
            ("bytes=99999999999999999999-", nil), ("bytes=-0", nil),
        ] as [(String, Range<Int>?)])
    func ranges(header: String, range: Range<Int>?) async throws {
        try await Classroom.with { room in
            let (server, bytes) = (room.server, noise(300_000))
            let file = try await server.upload(room.student, bytes).expecting(201, File.self)
            let answer = try await server.download(room.student, file.id, ["Range": header])
            guard let range else {
                #expect(answer.status == 416 && answer.code == .rangeNotSatisfiable)
                #expect(answer.headers["content-range"] == "bytes */300000")
                #expect(try answer.json(Problem.self).size == 300_000)
                return
            }
            #expect(answer.status == 206 && answer.body == Array(bytes[range]))
            #expect(answer.headers["content-range"] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/300000")
        }
    }

    /// Shows rule 11.68.
    @Test("Anything but a single byte range, and a range of another version, is answered with the whole file")
    func wholes() async throws {
        try await Classroom.with { room in
            let (server, bytes) = (room.server, noise(1000))
            let file = try await server.upload(room.student, bytes).expecting(201, File.self)
            for header in ["bytes=0-1,5-6", "bytes=2-1", "bytes=-", "bytes=a-b", "bytes=+1-2", "lines=0-1", "bytes", "bytes=1", ""] {
                let answer = try await server.download(room.student, file.id, ["Range": header])
                #expect(answer.status == 200 && answer.body == bytes, "\(header): \(answer.status)")
            }
            let tag = "\"\(file.sha256)\""
            for (held, status) in [(tag, 206), ("\"other\"", 200), ("W/\(tag)", 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 200)] {
                let answer = try await server.download(room.student, file.id, ["Range": "bytes=0-1", "If-Range": held])
                #expect(answer.status == status, "\(held)")
            }
        }
    }

    /// Shows rule 11.61.
    @Test("A file has at least one byte and at most 20 MiB, to the byte")
    func sizes() async throws {
        try await Classroom.with { room in
            let server = room.server
            let none = try await server.upload(room.student, [])
            #expect(none.status == 422 && none.faultyFields == ["content"])
            #expect(try await server.upload(room.student, [0]).status == 201)
            let most = [UInt8](repeating: 0, count: 20_971_520)
            let file = try await server.upload(room.student, most).expecting(201, File.self)
            #expect(file.size == 20_971_520)
            let end = try await server.download(room.student, file.id, ["Range": "bytes=20971519-"])
            #expect(end.status == 206 && end.body == [0])
            #expect(try await server.download(room.student, file.id, ["Range": "bytes=20971520-"]).status == 416)
            // Whether a client that is still sending can read the refusal is tested elsewhere: see
            // EdgeUploadTests/length.
            let tooLarge = UUID()
            let more = NewFile(fileID: tooLarge, name: "more.bin", content: ByteStream([UInt8](repeating: 0, count: 20_971_521)))
            await #expect(throws: APIError.self) { try await server.as(room.student).createFile(more) }
            #expect(try await server.download(room.student, tooLarge).status == 404)
            #expect(try await server.database.count("files") == 2)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 11.61.
    @Test(
        "A name has 1 to 200 visible characters and is no path; the header encodes all other characters",
        arguments: [
            ("%22%3B%20x%3D%22.txt", "%22%3B%20x%3D%22.txt"), ("%F0%9F%8E%B5.mp3", "%F0%9F%8E%B5.mp3"), ("a'b(c).txt", "a%27b%28c%29.txt"),
            ("~a-b_c.d", "~a-b_c.d"), (String(repeating: "%C3%BC", count: 200), String(repeating: "%C3%BC", count: 200)),
            (String(repeating: "a", count: 201), nil), ("a%0D%0AX-Evil:%201", nil), ("..%2Fa", nil), (".", nil), ("..", nil),
            ("%20..%20", nil), (".%20.", nil),
            ("..a", "..a"), (".profile", ".profile"), ("a%5Cb", nil), ("", nil),
            ("%00", nil), ("%E2%80%8B", nil), ("a%E2%80%AEfdp.exe", nil), ("a%E2%81%A6b", nil), ("a%E2%80%8Db.txt", nil), ("a%C2%ADb", nil),
            ("a%E2%80%A8b", nil), ("%E2%9D%A4%EF%B8%8F.txt", "%E2%9D%A4%EF%B8%8F.txt"),
            ("%D9%85%DB%8C%E2%80%8C%D8%AE.txt", "%D9%85%DB%8C%E2%80%8C%D8%AE.txt"),
        ] as [(String, String?)])
    func names(sent: String, header: String?) async throws {
        try await Classroom.with { room in
            let answer = try await room.server.upload(room.student, [1, 2, 3], name: sent)
            guard let header else {
                #expect(answer.status == 422 && answer.faultyFields == ["name"], "\(answer)")
                return
            }
            let file = try answer.expecting(201, File.self)
            let download = try await room.server.download(room.student, file.id)
            let disposition = try #require(download.headers["content-disposition"])
            #expect(disposition.hasPrefix("attachment; filename=\"") && disposition.hasSuffix("\"; filename*=UTF-8''\(header)"))
            #expect(disposition.utf8.count { $0 == UInt8(ascii: "\"") } == 2 && disposition.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(file.name == sent.removingPercentEncoding)
        }
    }

    /// Shows rule 11.61.
    @Test("Clients that only support ASCII get a name too", arguments: [("Übung 1.pdf", "_bung 1.pdf"), ("a\"b%41.txt", "a_b_41.txt")])
    func plainName(name: String, plain: String) async throws {
        try await Classroom.with { room in
            let sent = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let file = try await room.server.upload(room.student, [1, 2, 3], name: sent).expecting(201, File.self)
            let download = try await room.server.download(room.student, file.id)
            #expect(download.headers["content-disposition"]?.hasPrefix("attachment; filename=\"\(plain)\";") == true)
        }
    }

    /// Shows rules 11.63 and 11.68.
    @Test("HTML that is declared as a picture is stored as text and served as a download")
    func page() async throws {
        try await Classroom.with { room in
            let page = Array("<html><script>alert(1)</script></html>".utf8)
            let file = try await room.server.upload(room.student, page, name: "x.png", type: "image/png").expecting(201, File.self)
            #expect(file.type == "text/plain; charset=utf-8")
            let answer = try await room.server.download(room.student, file.id)
            #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
            #expect(answer.headers["content-disposition"]?.hasPrefix("attachment;") == true)
        }
    }

    /// Shows rule 11.61.
    @Test("An identical retry by the same user stores one file; any other upload with the id is refused until it is deleted")
    func again() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, id) = (room.server, UUID())
            let first = try await server.upload(room.student, [1, 2, 3], id: id).expecting(201, File.self)
            server.clock.advance(by: 60)
            #expect(try await server.upload(room.student, [1, 2, 3], id: id).expecting(200, File.self) == first)
            for (person, bytes, name) in [
                (room.student, [1, 2, 4], "notes.bin"), (room.student, [1, 2], "notes.bin"), (room.student, [1, 2, 3], "other.bin"),
                (room.students[1], [1, 2, 3], "notes.bin"),
            ] as [(Person, [UInt8], String)] {
                #expect(try await server.upload(person, bytes, id: id, name: name).code == .idTaken)
            }
            #expect(try await server.download(room.student, id).body == [1, 2, 3])
            #expect(try await refusal { _ = try await server.as(room.students[1]).deleteFile(fileID: id) } == .notFound)
            _ = try await server.as(room.student).deleteFile(fileID: id)
            #expect(try await server.download(room.student, id).status == 404)
            #expect(try await server.upload(room.students[1], [9], id: id).status == 201)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }
}
