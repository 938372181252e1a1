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

/// Kills and measures a real server. KILL_UPLOADS sets the number of kills, FILES_MIB the file size of `memory`.
@Suite("rules 11: files when the server is killed", .generousTimeLimit)
struct FileKillTests {
    /// Shows rules 11.69 and 23.1.
    @Test(
        "Killed amid 20 uploads, again and again, the server keeps acknowledged files whole, leaves no partial ones, and accepts retries")
    func kills() async throws {
        try await Classroom.with { room in
            let server = room.server
            let folder = URL.temporaryDirectory.appending(path: "davenport-uploads-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try await server.liftFileLimit()
            let student = try await nowadays(room.student, server)
            var random = SplitMix64(seed: 7)
            for round in 0..<(setting("KILL_UPLOADS") ?? 3) {
                let bytes = noise(700_000, seed: UInt64(round))
                let ids = (0..<20).map { _ in UUID() }
                let process = try await ServerProcess(server.database, temporaryFolder: folder)
                let end = ContinuousClock.now + .milliseconds(Int.random(in: 0...1500, using: &random))
                async let statuses = statuses(of: ids, bytes, student, process.port)
                try await eventually("a moment is over") { ContinuousClock.now >= end }
                process.kill()
                let acknowledged = try await statuses
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
                #expect(try await server.database.wrongDerivedColumns() == [])
                for (id, status) in zip(ids, acknowledged) {
                    let answer = try await server.download(student, id)
                    #expect(answer.status == 200 && answer.body == bytes || answer.status == 404 && status == nil, "round \(round)")
                    let again = try await server.upload(student, bytes, id: id)
                    #expect(again.status == (answer.status == 200 ? 200 : 201), "round \(round): \(again)")
                }
                try await server.inside { "UPDATE files SET created_at = app_now() - interval '25 hours'" }
            }
        }
    }

    /// Logs a user in at the machine's time, which a server process of its own uses.
    private func nowadays(_ person: Person, _ server: TestServer) async throws -> Person {
        server.clock.advance(by: Date().timeIntervalSince(server.clock.now))
        return Person(
            id: person.id, username: person.username, email: person.email, password: person.password, token: try await server.logIn(person))
    }

    /// A client that sends 20 requests at once. By default it would have 8 connections, and give up after a long wait for
    /// one.
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration.patient
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 20
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private func client(of person: Person, _ port: Int) throws -> DavenportClient {
        DavenportClient(
            baseURL: try #require(URL(string: "http://127.0.0.1:\(port)")),
            transport: .asyncHTTPClient(Self.http, timeoutOfFiles: .minutes(30)), retry: .never, token: { person.token })
    }

    /// Sends 20 uploads at once to the server at a port. Returns the statuses, nil for requests without an answer.
    private func statuses(of ids: [UUID], _ bytes: [UInt8], _ person: Person, _ port: Int) async throws -> [Int?] {
        let client = try client(of: person, port)
        return await withTaskGroup(of: (Int, Int?).self) { group in
            for (index, id) in ids.enumerated() {
                group.addTask {
                    let file = NewFile(fileID: id, name: "notes.bin", content: ByteStream(bytes))
                    return (index, (try? await client.createFile(file)).map { $0.isNew ? 201 : 200 })
                }
            }
            return await group.reduce(into: [Int?](repeating: nil, count: ids.count)) { $0[$1.0] = $1.1 }
        }
    }

    @Test(
        "20 concurrent uploads, then 20 downloads, add at most 32 MiB to the idle server's memory, a second round 2 MiB more",
        .enabled(if: ProcessInfo.processInfo.environment["FILES_MIB"] != nil))
    func memory() async throws {
        try await Classroom.with { room in
            let server = room.server
            try await server.liftFileLimit()
            let student = try await nowadays(room.student, server)
            let bytes = noise((setting("FILES_MIB") ?? 20) * 1024 * 1024)
            let process = try await ServerProcess(server.database, temporaryFolder: URL.temporaryDirectory)
            // A first upload and download load the program's own pages, which must not count as memory for files.
            let (first, note) = (UUID(), noise(1000))
            #expect(try await statuses(of: [first], note, student, process.port) == [201])
            try await downloads([first], note, student, process.port)
            try await server.inside { "UPDATE files SET created_at = app_now() - interval '25 hours'" }
            let idle = try process.memory("VmRSS")
            var peaks: [Double] = []
            for _ in 0..<2 {
                let ids = (0..<20).map { _ in UUID() }
                #expect(try await statuses(of: ids, bytes, student, process.port) == ids.map { _ in 201 })
                try await downloads(ids, bytes, student, process.port)
                peaks.append(try process.memory("VmHWM"))
                try await server.inside { "UPDATE files SET created_at = app_now() - interval '25 hours'" }
            }
            print("idle \(idle) MiB, peak \(peaks) MiB")
            #expect(peaks[0] <= idle + 32 && peaks[1] <= peaks[0] + 2, "idle \(idle), peaks \(peaks)")
        }
    }

    private func downloads(_ ids: [UUID], _ bytes: [UInt8], _ person: Person, _ port: Int) async throws {
        let client = try client(of: person, port)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for id in ids {
                group.addTask {
                    var place = 0
                    for try await part in try await client.showFile(fileID: id).bytes {
                        // Comparing Data is fast. A comparison byte by byte takes so long in a debug build that the
                        // server considers the client stalled.
                        guard Data(bytes[place..<min(place + part.count, bytes.count)]) == Data(part) else { return false }
                        place += part.count
                    }
                    return place == bytes.count
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }
}
