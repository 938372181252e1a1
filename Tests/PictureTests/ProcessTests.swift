import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Pictures
import Postgres
import TestSupport
import Testing
import Watch

@Suite("rules 28: pictures that are made to kill decoders")
struct ProcessTests {
    /// Shows rule 28.4. `HOSTILE_PICTURES` sets how many pictures are sent.
    @Test("Pictures that are made to kill decoders leave the server as it was: each is stored without harm or refused for its content")
    func hostile() async throws {
        let count = setting("HOSTILE_PICTURES") ?? 200
        try await TestServer.withRoom { server, ada, _ in
            _ = try await server.operators.changeTenantLimits(server.tenant) { limits in
                (limits[.pictures], limits[.changes]) = (1_000_000, 1_000_000)
            }
            let before = PictureProcess.ofTests.counts
            let statuses = try await concurrently(HostilePicture.all(count: count, seed: 28)) { picture in
                let id = UUID()
                let answer = try await server.uploadPicture(ada, picture.bytes, id: id)
                #expect([201, 422].contains(answer.status), "\(picture): \(answer)")
                if answer.status == 422 { #expect(answer.faultyFields == ["content"], "\(picture): \(answer)") }
                if answer.status == 201 { _ = try await server.as(ada).deleteFile(fileID: id) }
                return answer.status
            }
            #expect(statuses.count == count && statuses.count { $0 == 422 } > count / 2)
            let counts = PictureProcess.ofTests.counts
            #expect(counts.decoded + counts.refused.values.reduce(0, +) >= before.decoded + count)
            #expect(try await server.database.count("files") == 0)
            #expect(try await server.database.wrongDerivedColumns() == [])
            #expect(try await server.uploadPicture(ada, try MadePicture.jpeg(800, 600)).status == 201, "a good one is still taken")
        }
    }

    /// Shows rule 28.4.
    @Test("A decoder that crashes, hangs, writes without end or isn't there costs its picture alone, and leaves no process")
    func bad() async throws {
        for script in ["kill -9 $$", "exit 3", "cat > /dev/null; exec sleep 600", "cat > /dev/null; exec yes", "exec yes"] {
            try await Self.withProgram("#!/bin/sh\n\(script)\n") { program in
                let decoder = PictureProcess(program: program, deadline: .seconds(1))
                let bytes = [UInt8](repeating: 1, count: 1 << 20)
                await #expect(throws: PictureRefusal.damaged) { try await decoder.decode(for: "", { bytes }) }
                #expect(decoder.counts.refused == [.damaged: 1] && decoder.counts.lost == 1, "\(script)")
                let left = try await Shell.run("pgrep -f \(program) || true").output
                #expect(left == "", "\(script)")
            }
        }
        await #expect(throws: PictureDecoderBusy.self) { try await PictureProcess(program: "/nowhere").decode(for: "", { [] }) }
    }

    /// Shows rule 28.4.
    @Test("The process has no environment, no other descriptor and limits that it can't leave")
    func cage() async throws {
        let script = "cat > /dev/null; { env; ls /proc/$$/fd; } > \"$0.seen\""
        try await Self.withProgram("#!/bin/sh\n\(script)\n") { program in
            await #expect(throws: PictureRefusal.damaged) { try await PictureProcess(program: program).decode(for: "", { [1] }) }
            let seen = try String(contentsOfFile: program + ".seen", encoding: .utf8).split(separator: "\n").map(String.init)
            // The shell itself sets PWD and the like, and has its script and its own output at the last descriptors.
            let inherited = seen.filter { $0.contains("=") && !["PWD=", "OLDPWD=", "SHLVL=", "_="].contains(where: $0.hasPrefix) }
            #expect(inherited == [])
            #expect(Set(seen.compactMap { Int($0) }).isSubset(of: [0, 1, 2, 3, 10, 11, 255]), "\(seen)")
        }
        let bomb = try MadePicture.png(PictureLimits.side, PictureLimits.pixels / PictureLimits.side)
        let decoded = try await PictureProcess.ofTests.decode(for: "", { bomb })
        #expect(decoded.width == PictureLimits.side, "the largest picture fits")
    }

    /// Shows rule 28.4.
    @Test("Pictures beyond those that may wait are refused at once")
    func queue() async throws {
        try await Self.withProgram("#!/bin/sh\nexec sleep 600\n") { program in
            // All four ask before the first one's time is over, also on a busy machine.
            let decoder = PictureProcess(program: program, deadline: .seconds(20), threads: 1, queueLimit: 1)
            let outcomes = try await concurrently(0..<4) { _ in
                do { _ = try await decoder.decode(for: "") { [1] } } catch { return "\(error)" }
                return "decoded"
            }
            #expect(outcomes.count { $0 == "damaged" } == 2 && outcomes.count { $0.contains("Busy") } == 2, "\(outcomes)")
        }
    }

    private static func withProgram(_ text: String, _ body: (String) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-decoder-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appending(path: "decoder").path
        guard FileManager.default.createFile(atPath: program, contents: Data(text.utf8), attributes: [.posixPermissions: 0o700]) else {
            throw CocoaError(.fileWriteUnknown)
        }
        try await body(program)
    }
}
