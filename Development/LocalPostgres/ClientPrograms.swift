import Foundation

/// PostgreSQL's client programs of one version: `pg_dump` and `pg_restore`.
public struct ClientPrograms: Sendable, Equatable {
    public let folder: String
    /// The major version, such as 15.
    public let version: Int

    /// Creates the programs in a folder, without looking whether they are there.
    public init(folder: String, version: Int) { (self.folder, self.version) = (folder, version) }

    /// The end of a program that ran.
    public struct Outcome: Sendable {
        public let status: Int32
        /// What the program wrote to standard error.
        public let errors: String
    }

    /// Finds all versions that are installed, the oldest first. It searches PATH, and then the folders of Debian's and
    /// Homebrew's packages.
    public static func installed() async throws -> [ClientPrograms] {
        var found: [ClientPrograms] = []
        for folder in Binaries.path + Binaries.packages.flatMap(Binaries.versionFolders) {
            guard ["pg_dump", "pg_restore"].allSatisfy({ access("\(folder)/\($0)", X_OK) == 0 }),
                let version = try await Binaries.version(of: "pg_dump", in: folder), !found.contains(where: { $0.version == version })
            else { continue }
            found.append(ClientPrograms(folder: folder, version: version))
        }
        return found.sorted { $0.version < $1.version }
    }

    /// Returns the oldest programs that are at least as new as a server, because older ones can't dump it, and much newer
    /// ones send settings that it doesn't know.
    /// - Throws: `LocalPostgresError` if there are none.
    public static func fitting(_ server: Int, of installed: [ClientPrograms]) throws(LocalPostgresError) -> ClientPrograms {
        guard let programs = installed.first(where: { $0.version >= server }) else {
            throw .oldClientPrograms(newest: installed.last?.version, server: server)
        }
        return programs
    }

    /// Runs a program to its end. Cancelling the task ends it.
    /// - Parameters:
    ///   - environment: variables besides those of this program.
    ///   - output: takes each part of the program's standard output, on a thread of its own.
    public func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], output: @escaping @Sendable (Data) -> Void = { _ in }
    ) async throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "\(folder)/\(program)")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }.merging(["LC_ALL": "C"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        let (lines, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (lines, errors)
        try process.run()
        return await withTaskCancellationHandler {
            async let text = Self.read(errors)
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    while let part = try? lines.fileHandleForReading.read(upToCount: 1 << 20), !part.isEmpty { output(part) }
                    process.waitUntilExit()
                    continuation.resume()
                }
            }
            return Outcome(status: process.terminationStatus, errors: await text)
        } onCancel: {
            if process.isRunning { process.terminate() }
        }
    }

    /// Reads all that a program writes, on a thread of its own.
    private static func read(_ pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let text = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
                continuation.resume(returning: String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
    }
}
