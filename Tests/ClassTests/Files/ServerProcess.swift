import Foundation
import TestSupport

/// A server in a separate process, on a test's database. Tests kill and measure it.
final class ServerProcess: Sendable {
    private let process = Process()
    private let folder: URL
    let port: Int

    /// Starts the server, and waits until it answers.
    /// - Parameter temporaryFolder: its TMPDIR.
    init(_ database: TestDatabase, temporaryFolder: URL) async throws {
        folder = URL.temporaryDirectory.appending(path: "davenport-serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let log = folder.appending(path: "log")
        try Data().write(to: log)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["davenport", "serve", "--port", "0"]
        process.environment = ["PATH": Shell.path, "DATABASE_URL": database.appURI, "TMPDIR": temporaryFolder.path].merging(
            TestRoles.environment
        ) { given, _ in given }
        process.currentDirectoryURL = folder
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        try process.run()
        var found: Int?
        try await eventually("the server says its port") {
            let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
            found = text.firstMatch(of: #/Serving on port (\d+)/#).flatMap { Int($0.1) }
            return found != nil
        }
        port = found ?? 0
    }

    /// Kills the process, so that a failed test leaves no process behind.
    deinit {
        if process.isRunning { kill() }
        try? FileManager.default.removeItem(at: folder)
    }

    func kill() {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Returns the process's current or peak memory in MiB, from a line of Linux's `/proc/…/status`: `VmRSS` or `VmHWM`.
    func memory(_ line: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let found = status.split(separator: "\n").first { $0.hasPrefix("\(line):") }
        return (found?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? .nan) / 1024
    }
}
