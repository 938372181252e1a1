import Foundation
import NIOCore
import NIOPosix
import TestSupport

/// Several programs of this build that run together.
final class RunningPrograms: Sendable {
    private let processes: [Process]
    private let folder: URL
    private var file: URL { folder.appending(path: "log") }

    /// Starts the programs in a new folder.
    static func start(_ commands: [[String]], _ environment: [String: String]) async throws -> RunningPrograms {
        try RunningPrograms(commands, environment)
    }

    private init(_ commands: [[String]], _ environment: [String: String]) throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-programs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "log"))
        self.folder = folder
        processes = try commands.map { command in
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = command
            process.environment = environment.merging(
                TestRoles.environment.merging(["PATH": Shell.path, "LOG_LEVEL": "info"]) { _, new in new }
            ) { _, new in new }
            process.currentDirectoryURL = folder
            process.standardOutput = FileHandle.nullDevice
            process.standardError = try FileHandle(forWritingTo: folder.appending(path: "log"))
            try process.run()
            return process
        }
    }

    /// Returns the port of the server among them.
    func port() async throws -> Int {
        var found: Int?
        try await eventually("the server says its port") {
            found = try log().firstMatch(of: #/Serving on port (\d+)/#).flatMap { Int($0.1) }
            return found != nil
        }
        return found ?? 0
    }

    /// Returns what they have logged so far.
    func log() throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

    /// Ends the programs, and deletes their folder.
    func end() {
        for process in processes where process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(at: folder)
    }
}

/// A port on which no program listens, or only this test.
struct FreePort {
    let port: Int
    private let channel: any Channel

    /// Returns a port that was free a moment ago.
    static func any() async throws -> Int {
        let held = try await holding()
        await held.release()
        return held.port
    }

    /// Returns a port on which this test listens until the value is released.
    static func holding() async throws -> FreePort {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        return FreePort(port: channel.localAddress?.port ?? 0, channel: channel)
    }

    func release() async {
        try? await channel.close().get()
    }
}
