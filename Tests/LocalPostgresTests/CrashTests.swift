import Foundation
import TestSupport
import Testing

@testable import LocalPostgres

@Suite(.blocking) struct CrashTests {
    @Test("When its only user is killed, the server stops")
    func ownerKilled() async throws {
        let scratch = try Scratch()
        let folder = scratch.folder
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            let postgres = try await start(folder)
            #expect(try await postgres.ask("SELECT 1") == "1")
            kill(getpid(), SIGKILL)
        }
        let place = try ClusterPaths(folder: folder)
        try await place.waitUntilStopped()
        #expect(PostmasterFile(data: place.data) == nil)
    }

    @Test("Ctrl-C in the terminal reaches the user alone, and the server stops once the user has ended")
    func ownerEnded() async throws {
        let scratch = try Scratch()
        let folder = scratch.folder
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            await #expect(processExitsWith: .signal(signal)) { [folder = folder as String, signal = signal as CInt] in
                let postgres = try await start(folder)
                // Sends the signal to the whole process group, as a terminal does. The server must answer until this
                // user has ended.
                setpgid(0, 0)
                Foundation.signal(signal, SIG_IGN)
                kill(-getpgrp(), signal)
                #expect(try await postgres.ask("SELECT 1") == "1")
                Foundation.signal(signal, SIG_DFL)
                kill(getpid(), signal)
                // Swift's task threads block signals, so another thread must receive it.
                _ = try await poll(for: .seconds(600)) { nil as Bool? }
            }
            try await ClusterPaths(folder: folder).waitUntilStopped()
        }
    }

    @Test("A second user keeps the server when the user that started it is killed")
    func joinedOutlives() async throws {
        let scratch = try Scratch()
        let folder = scratch.folder
        async let owner: Void = { [folder] in
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
                _ = try await start(folder)
                // This user ends as soon as the other user has joined, which a file signals.
                let joined = try await poll(for: .seconds(600)) { FileStatus(folder + "/joined").map { _ in true } }
                #expect(joined == true)
                kill(getpid(), SIGKILL)
            }
        }()
        let isRunning = try await poll(for: .seconds(600)) { LocalPostgres.running(in: folder).map { _ in true } }
        #expect(isRunning == true)
        let joined = try await start(folder)
        #expect(FileManager.default.createFile(atPath: folder + "/joined", contents: nil))
        await owner
        #expect(try await joined.ask("SELECT 1") == "1")
        await joined.stop()
        #expect(LocalPostgres.running(in: folder) == nil)
    }

    @Test("A killed server is restarted, and committed data is there")
    func serverKilled() async throws {
        let scratch = try Scratch()
        let first = try await start(scratch.folder, durable: true)
        let place = try ClusterPaths(folder: scratch.folder)
        for round in 1...3 {
            _ = try await first.ask("CREATE TABLE round_\(round) ()")
            let server = try place.server
            kill(server, SIGKILL)
            try await waitUntilDead(server)
            let next = try await start(scratch.folder, durable: true)
            #expect(try await next.ask("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'round%'") == "\(round)")
            // The first user's claim applies to the restarted server too.
            await next.stop()
            #expect(try await first.ask("SELECT 1") == "1")
        }
        await first.stop()
        #expect(LocalPostgres.running(in: scratch.folder) == nil)
    }

    @Test("A server whose keeper was killed is stopped by the next start")
    func keeperKilled() async throws {
        let scratch = try Scratch()
        let postgres = try await start(scratch.folder)
        let place = try ClusterPaths(folder: scratch.folder)
        let server = try place.server
        let keeper = try #require(parent(of: server))
        for process in children(of: keeper) + [keeper] where process != server {
            kill(process, SIGKILL)
            try await waitUntilDead(process)
        }
        #expect(isAlive(server))
        let next = try await start(scratch.folder)
        #expect(try place.server != server)
        #expect(!isAlive(server))
        #expect(try await next.ask("SELECT 1") == "1")
        await next.stop()
        await postgres.stop()
        #expect(LocalPostgres.running(in: scratch.folder) == nil)
    }

    @Test("A process id in postmaster.pid that belongs to another process now doesn't matter")
    func staleFile() async throws {
        let scratch = try Scratch()
        let first = try await start(scratch.folder)
        let place = try ClusterPaths(folder: scratch.folder)
        let text = try String(contentsOfFile: place.data + "/postmaster.pid", encoding: .utf8)
        await first.stop()
        // PostgreSQL itself checks only processes of its own user.
        let other = try #require(sleeper(as: place.account))
        defer { kill(other, SIGKILL) }
        let stale = text.replacing("\(text.prefix { $0 != "\n" })\n", with: "\(other)\n", maxReplacements: 1)
        try stale.write(toFile: place.data + "/postmaster.pid", atomically: false, encoding: .utf8)
        #expect(LocalPostgres.running(in: scratch.folder) == nil)
        let second = try await start(scratch.folder)
        #expect(try await second.ask("SELECT 1") == "1")
        await second.stop()
        #expect(isAlive(other))
    }

    @Test("If the first start is killed while it creates the cluster, the next start completes it")
    func makerKilled() async throws {
        let scratch = try Scratch()
        let folder = scratch.folder
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            async let ignored = start(folder)
            let begun = try await poll(for: .seconds(600)) { FileStatus(folder + "/data.new/base").map { _ in true } }
            #expect(begun == true)
            kill(getpid(), SIGKILL)
            _ = try await ignored
        }
        #expect(FileStatus(folder + "/data") == nil)
        let postgres = try await start(folder)
        #expect(try await postgres.ask("SELECT 1") == "1")
        #expect(FileStatus(folder + "/data.new") == nil)
        await postgres.stop()
    }

    @Test("A server that was started by hand on the same data is left alone")
    func startedByHand() async throws {
        let scratch = try Scratch()
        await (try await start(scratch.folder)).stop()
        let place = try ClusterPaths(folder: scratch.folder)
        let binaries = try #require(try await Binaries.find(for: place.clusterVersion))
        let control = [binaries.folder + "/pg_ctl", "-D", place.data, "-w", "-o", "-k '\(place.socket)' -c listen_addresses=''"]
        #expect(try await Command(arguments: control + ["-l", place.data + "/log", "start"], account: place.account).run() == 0)
        await #expect(throws: LocalPostgresError.foreignServer(folder: place.folder)) { try await start(scratch.folder) }
        #expect(try await Command(arguments: control + ["-m", "fast", "stop"], account: place.account).run() == 0)
    }

    private func waitUntilDead(_ process: pid_t) async throws {
        let isDead = try await poll(for: .seconds(600)) { isAlive(process) ? nil : true }
        #expect(isDead == true)
    }

    private func parent(of process: pid_t) -> pid_t? {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The process name before this field is in parentheses, and may contain any character.
        return status.flatMap { $0.split(separator: ")").last?.split(separator: " ").dropFirst().first }.flatMap { pid_t($0) }
    }

    private func children(of process: pid_t) -> [pid_t] {
        let all = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
        return all.filter { parent(of: $0) == process }
    }

    private func sleeper(as account: ServerAccount?) -> pid_t? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = (account?.prefix ?? []) + ["sleep", "1000"]
        guard (try? process.run()) != nil else { return nil }
        return process.processIdentifier
    }
}
