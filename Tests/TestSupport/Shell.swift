import Foundation

/// Runs bash scripts, as a reader does who pastes them from a document.
public enum Shell {
    /// The output and exit status of a script.
    public struct Outcome: Sendable {
        public let status: Int32
        public let output: String
        public let errors: String
    }

    /// Runs a script to its end in a temporary folder, which is removed afterwards. It blocks no thread of Swift's pool,
    /// and cancelling the task terminates the script.
    /// - Parameter environment: variables besides PATH, which has the programs of this build.
    public static func run(_ script: String, environment: [String: String] = [:]) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "davenport-shell-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(script.utf8).write(to: folder.appending(path: "script"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", "script"]
        process.currentDirectoryURL = folder
        process.environment = environment.merging(TestRoles.environment.merging(["PATH": path]) { given, _ in given }) { given, _ in given }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try file("output", in: folder)
        process.standardError = try file("errors", in: folder)
        let status = try await end(of: process)
        return Outcome(status: status, output: try text("output", in: folder), errors: try text("errors", in: folder))
    }

    private static func end(of process: Process) async throws -> Int32 {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
        } onCancel: {
            if process.isRunning { process.terminate() }
        }
    }

    /// Returns the path of a program of this build.
    package static func program(_ name: String) -> String {
        path.split(separator: ":").map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
    }

    /// The search path for programs: the build's own folder comes first.
    public static var path: String {
        let system = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        #if os(macOS)
            let products = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
        #else
            let products: URL? = Bundle.main.bundleURL
        #endif
        return products.map { $0.path + ":" + system } ?? system
    }

    private static func file(_ name: String, in folder: URL) throws -> FileHandle {
        let url = folder.appending(path: name)
        try Data().write(to: url)
        return try FileHandle(forWritingTo: url)
    }

    private static func text(_ name: String, in folder: URL) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
}
