import Foundation
import Testing

@testable import LocalPostgres

@Suite struct CommandTests {
    private func output(_ script: String, account: ServerAccount? = nil, inherits: [Descriptor] = []) async throws -> String {
        let pipe = try Descriptor.pipe()
        var command = Command(arguments: ["/bin/sh", "-c", script], output: pipe.write)
        command.account = account
        command.inherits = inherits
        #expect(try await command.run() == 0)
        pipe.write.close()
        let answer = FileHandle(fileDescriptor: pipe.read.number, closeOnDealloc: false).readDataToEndOfFile()
        return String(decoding: answer, as: UTF8.self)
    }

    @Test("The result is the exit status, or 128 plus the signal")
    func status() async throws {
        #expect(try await Command(arguments: ["true"]).run() == 0)
        #expect(try await Command(arguments: ["/bin/sh", "-c", "exit 7"]).run() == 7)
        #expect(try await Command(arguments: ["/bin/sh", "-c", "kill -9 $$"]).run() == 137)
        #expect(try await Command(arguments: ["/no/such/program"]).run() == 127)
    }

    @Test("Arguments are passed unchanged")
    func arguments() async throws {
        let words = ["a b", "", "$HOME", "'\"\\", "ä\n"]
        #expect(try await Command(arguments: ["/bin/sh", "-c", "[ \"$*\" = \"$0\" ]", words.joined(separator: " ")] + words).run() == 0)
    }

    @Test("A command runs in /, in its own session, with a minimal environment")
    func surroundings() async throws {
        setenv("PGDATA", "/elsewhere", 1)
        #expect(try await output("pwd; env | grep ^PG; true") == "/\n")
        #expect(try await output("ps -o sid= -p $$ 2>/dev/null || cut -d' ' -f6 /proc/$$/stat") != "\(getsid(0))\n")
    }

    @Test("A command inherits the given files and no others, however they were opened")
    func files() async throws {
        let scratch = try Scratch()
        let leaked = open(scratch.folder + "-leaked", O_RDWR | O_CREAT, 0o600)
        defer { close(leaked) }
        let given = try Descriptor(opening: scratch.folder + "-given", O_RDWR | O_CREAT)
        let files = try await output("ls -l /proc/$$/fd", inherits: [given])
        #expect(files.contains(" 3 -> \(scratch.folder)-given"))
        #expect(!files.contains("leaked"))
    }

    @Test("Cancelling ends the command and its child processes")
    func cancelled() async throws {
        let scratch = try Scratch()
        let marker = scratch.folder
        let task = Task { try await Command(arguments: ["/bin/sh", "-c", "sleep 1000 & echo $! > \(marker); wait"]).run() }
        let child = try #require(
            try await poll(for: .seconds(600)) {
                (try? String(contentsOfFile: marker, encoding: .utf8)).flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
            })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let isGone = try await poll(for: .seconds(600)) { isAlive(child) ? nil : true }
        #expect(isGone == true)
    }

    @Test("A command that runs as another user has that user's rights alone", .enabled(if: geteuid() == 0))
    func account() async throws {
        let nobody = try #require(ServerAccount.first(of: ["no such user", "nobody"]))
        #expect(try await output("id -u; id -g; id -G", account: nobody) == "\(nobody.user)\n\(nobody.group)\n\(nobody.group)\n")
    }
}

/// Returns whether a process runs. A zombie doesn't count as running.
func isAlive(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return !status.contains(") Z ")
}
