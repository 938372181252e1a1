import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import DavenportStore

@Suite("rules 14.5 and 14.9: Examples/Replica", .generousTimeLimit)
struct ReplicaProgramTests {
    /// The number of kills. `bin/test --store` sets a larger number than a normal run has time for.
    static let kills = setting("STORE_KILLS") ?? 6

    /// Shows rule 14.5.
    @Test("Two processes on one folder, killed repeatedly while they write, store each comment once and leave none waiting")
    func killed() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let folder = FileManager.default.temporaryDirectory.appending(path: "davenport-replica-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let ids = (0..<Self.kills * 5).map { _ in UUID() }
            let kept = Kept()
            let arguments = [server.url.absoluteString, ada.token, folder.path]
            var programs = try (0..<2).map { _ in try Program(arguments, kept) }
            var chance = Chance(seed: 5)
            // Each program writes half of the comments. A restarted one gets those again that weren't on disk yet.
            func say(_ number: Int) {
                for (index, id) in ids.enumerated() where index % 2 == number && !kept.has(id) {
                    programs[number].say("\(id) number \(index)")
                }
            }
            for number in 0..<2 { say(number) }
            for kill in 1...Self.kills {
                // A user may make 60 comments a minute.
                server.clock.advance(by: 30)
                let goal = min(kept.count + 1 + chance.below(6), ids.count)
                try await eventually("more is kept") { kept.count >= goal }
                let number = chance.below(2)
                programs[number].kill()
                programs[number] = try Program(arguments, kept)
                say(number)
                if kill == Self.kills { for program in programs { program.end() } }
            }
            try await eventually("all has been sent") {
                server.clock.advance(by: 1)
                return programs.allSatisfy { !$0.isRunning }
            }
            #expect(programs.map(\.status) == [0, 0])
            let rows = try await server.rows("SELECT content FROM comments WHERE room_id = \(room.id) ORDER BY content")
            #expect(try rows.map { try $0["content"] as String } == ids.indices.map { "number \($0)" }.sorted())
            #expect(try await OutboxFile(in: folder).entries().allSatisfy { $0.answer != nil })
        }
    }

    /// Shows rules 14.1, 14.17 and 14.18.
    @Test("The program keeps people by their names, shows them through its model, and their pictures with the network down")
    func visitors() async throws {
        try await TestServer.with { server in
            let folder = FileManager.default.temporaryDirectory.appending(path: "davenport-replica-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let ada = try await server.person("ada")
            _ = try await server.room(ada, with: [])
            _ = try await server.setAvatar(ada, Picture.png.bytes)
            let address = try #require(try await server.as(ada).showMe().avatarURL)
            let files = [folder.appending(path: "replica").path, folder.appending(path: "visitors.sqlite").path]
            for round in 1...2 {
                let kept = Kept()
                let program = try Program([server.url.absoluteString, ada.token] + files, kept)
                program.say("comment \(round)")
                try await eventually("its author is stored") {
                    program.say("who")
                    return kept.lines.contains { $0.hasPrefix("ada: comment \(round), ") && !$0.hasSuffix(" 0 bytes") }
                }
                program.end()
                try await eventually("the program ends") { !program.isRunning }
                #expect(program.status == 0)
            }
            let offline = DavenportClient(baseURL: server.url, transport: Transport { _ in throw CancellationError() }, retry: .never)
            let images = ImageStore(folder: folder.appending(path: "replica.images"), client: offline)
            let picture = try await images.image(at: address)
            #expect(picture.starts(with: [0x89] + Array("PNG".utf8)))
        }
    }
}

/// The comments that a program has reported as saved.
private final class Kept: Sendable {
    private let ids = Mutex<Set<UUID>>([])
    private let printed = Mutex<[String]>([])

    /// Everything that the program has printed.
    var lines: [String] { printed.withLock { $0 } }

    var count: Int { ids.withLock { $0.count } }

    func has(_ id: UUID) -> Bool { ids.withLock { $0.contains(id) } }

    func read(_ output: Data) {
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        printed.withLock { $0 += lines }
        for line in lines where line.hasPrefix("kept ") {
            if let id = UUID(uuidString: String(line.dropFirst(5))) { ids.withLock { _ = $0.insert(id) } }
        }
    }
}

/// A running `replica` process.
private final class Program {
    private let process = Process()
    private let input = Pipe()

    init(_ arguments: [String], _ kept: Kept) throws {
        // Ignores SIGPIPE, so that writing to a killed process throws an error and doesn't end the test.
        signal(SIGPIPE, SIG_IGN)
        let program = Shell.path.split(separator: ":").map { "\($0)/replica" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        process.executableURL = URL(filePath: try #require(program))
        process.arguments = arguments
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        let rest = Mutex(Data())
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { return handle.readabilityHandler = nil }
            rest.withLock { rest in
                rest.append(data)
                guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
                kept.read(rest[...end])
                rest = Data(rest[(end + 1)...])
            }
        }
        try process.run()
    }

    var isRunning: Bool { process.isRunning }
    var status: Int32 { process.terminationStatus }

    func say(_ line: String) { try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }
    func end() { try? input.fileHandleForWriting.close() }
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }
}
